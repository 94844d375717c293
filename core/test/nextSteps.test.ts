import { describe, expect, test } from "vitest";
import { errors } from "../dist/index.js";

describe("an error's next step", () => {
  test("is another port where the browser refuses one, and none for other network errors", () => {
    expect(errors.navigationFailed("net::ERR_UNSAFE_PORT").hint).toContain("another one");
    expect(errors.navigationFailed("net::ERR_CONNECTION_REFUSED").hint).toBeUndefined();
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
