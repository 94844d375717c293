import { describe, expect, it } from "vitest";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom } from "./records.js";

describe("-v", () => {
  it("says on stderr whom the command talks to, what it asks and how long that takes", async () => {
    const host = new FakeHost(answersFrom());

    const exitCode = await run(["session", "list", "-v"], host);

    expect(exitCode).toBe(0);
    expect(host.stderr).toMatch(/^bsk: home \/nowhere\/bsk\n/);
    expect(host.stderr).toMatch(/bsk: connect \d+ ms ok\n/);
    expect(host.stderr).toMatch(/bsk: session\/list \d+ ms ok\n/);
    expect(host.stderr).toMatch(/bsk: done after \d+ ms\n$/);
  });

  it.each([
    [["navigate", "http://localhost/?key=SECRET", "--session", "abcd", "-vv"]],
    [["-vv", "navigate", "http://localhost/?key=SECRET", "--session", "abcd"]],
    [["navigate", "http://localhost/?key=SECRET", "-v", "--verbose", "--session", "abcd"]],
  ])(
    "twice also names parameters and counts the answer, and never shows a value: %j",
    async (argv) => {
      const host = new FakeHost(answersFrom());

      expect(await run(argv, host)).toBe(0);

      expect(host.stderr).toMatch(/page\/navigate with .*url/);
      expect(host.stderr).toMatch(/page\/navigate answered \d+ bytes/);
      expect(host.stderr).not.toContain("SECRET");
    },
  );

  it("leaves stdout as it is", async () => {
    const [plain, verbose] = [new FakeHost(answersFrom()), new FakeHost(answersFrom())];

    await run(["session", "list", "--json"], plain);
    await run(["session", "list", "--json", "-vv"], verbose);

    expect(verbose.stdout).toBe(plain.stdout);
    expect(plain.stderr).toBe("");
  });

  it("names what failed", async () => {
    const host = new FakeHost();

    await run(["session", "list", "-v"], host);

    expect(host.stderr).toMatch(/bsk: session\/list \d+ ms unknown_method\n/);
  });
});

describe("bsk browsers", () => {
  it("is bsk browser list", async () => {
    const [short, long] = [new FakeHost(answersFrom()), new FakeHost(answersFrom())];

    await run(["browsers"], short);
    await run(["browser", "list"], long);

    expect(short.stdout).toBe(long.stdout);
    expect(short.opened).toEqual([{ startIfMissing: false }]);
  });
});

describe("bsk browser start", () => {
  it("sends along what the browser needs of the caller's environment, and nothing else", async () => {
    const host = new FakeHost(answersFrom());
    host.env = { DISPLAY: ":7", CHROME_PATH: "/opt/chrome", AWS_SECRET_ACCESS_KEY: "x", PATH: "" };

    await run(["browser", "start"], host);

    expect(host.calls[0]?.params).toEqual({
      environment: { DISPLAY: ":7", CHROME_PATH: "/opt/chrome" },
    });
  });

  it("takes a relative path as the caller means it", async () => {
    const host = new FakeHost(answersFrom());

    await run(["browser", "start", "--chrome-path", "bin/chrome"], host);

    expect(host.calls[0]?.params).toMatchObject({ chrome_path: "/home/ada/site/bin/chrome" });
  });
});
