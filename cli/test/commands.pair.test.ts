import { describe, expect, it } from "vitest";
import { errors } from "../../core/dist/index.js";
import { validateResult } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

describe("bsk pair", () => {
  it("prints the code before anybody has typed it, then the browser", async () => {
    let printed = "";
    const host = new FakeHost(
      answersFrom({
        "pair/wait": async () => {
          // The next turn: what the command says while it waits is said by then.
          await new Promise(setImmediate);
          printed = host.stdout;
          return results["pair/wait"];
        },
      }),
    );

    const exitCode = await run(["pair", "--name", "work"], host);

    expect(exitCode).toBe(0);
    expect(host.calls[0]).toEqual({ method: "pair/start", params: { name: "work" } });
    expect(host.stdout).toMatch(/^code ABCDE-FGH12 .*60 s \(port 52861\)\n/);
    expect(host.stdout).toContain("paired\n0a1b2c3d");
    expect(printed).toMatch(/^code ABCDE-FGH12 .*\n$/);
  });

  it("prints with --json one document on stdout, and the code on stderr", async () => {
    const host = new FakeHost(answersFrom());

    await run(["pair", "--json"], host);

    const document: unknown = JSON.parse(host.stdout);
    expect(validateResult["pair/wait"](document)).toBe(true);
    expect(host.stderr).toMatch(/^code ABCDE-FGH12 /);
  });

  it("fails as the pairing did", async () => {
    const host = new FakeHost(
      answersFrom({
        "pair/wait": () => {
          throw errors.pairingExpired(60_000);
        },
      }),
    );

    const exitCode = await run(["pair"], host);

    expect(exitCode).toBe(4);
    expect(host.stderr).toBe("error: Nobody typed the code within 60 s.\nhint: bsk pair\n");
  });
});
