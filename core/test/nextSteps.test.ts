import { describe, expect, test } from "vitest";
import { errors } from "../dist/index.js";

describe("an error's next step", () => {
  test("is what mends a network error, and none where nobody knows", () => {
    const hint = (error: string): string | undefined => errors.navigationFailed(error).hint;
    expect(hint("net::ERR_UNSAFE_PORT")).toContain("another one");
    expect(hint("net::ERR_CONNECTION_REFUSED")).toContain("start the site");
    expect(hint("net::ERR_CONNECTION_RESET")).toContain("its log");
    expect(hint("net::ERR_CERT_AUTHORITY_INVALID")).toContain("certificate");
    expect(hint("net::ERR_ABORTED")).toBeUndefined();
  });

  test("is a free port where one is known, else any", () => {
    expect(errors.portTaken(52_861, 52_900).hint).toBe("bsk daemon start --port 52900");
    expect(errors.portTaken(52_861).hint).toBe("BSK_PORT=0 bsk daemon start");
  });

  test("is the request whose body a replay cannot send", () => {
    expect(errors.replayBinary("n7", "abcd").hint).toBe(
      "bsk debug request n7 --session abcd --part request",
    );
  });
});
