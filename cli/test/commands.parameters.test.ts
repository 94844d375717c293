import { describe, expect, it } from "vitest";
import { validateErrorReport } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

describe("parameters", () => {
  async function paramsOf(...argv: string[]): Promise<unknown> {
    const host = new FakeHost(answersFrom());
    await run([...argv, "--json"], host);
    return host.calls[0]?.params ?? host.stdout;
  }

  it("reads durations into whole milliseconds", async () => {
    const click = (timeout: string): Promise<unknown> =>
      paramsOf("click", "@e1", "--session", "abcd", "--timeout", timeout);

    expect(await click("2s")).toMatchObject({ timeout_ms: 2000 });
    expect(await click("500ms")).toMatchObject({ timeout_ms: 500 });
    expect(await click("1.5s")).toMatchObject({ timeout_ms: 1500 });
    expect(await click("1m")).toMatchObject({ timeout_ms: 60_000 });
    expect(await click("250")).toMatchObject({ timeout_ms: 250 });
  });

  it("reads lists, comma separated or repeated", async () => {
    const requests = ["debug", "requests", "--session", "abcd"];

    expect(await paramsOf(...requests, "--fields", "status,error")).toMatchObject({
      fields: ["status", "error"],
    });
    expect(await paramsOf(...requests, "--fields", "status", "--fields", "error")).toMatchObject({
      fields: ["status", "error"],
    });
  });

  it("sends only what was given, under the names of the wire", async () => {
    const sent = await paramsOf(
      "debug",
      "requests",
      "--session",
      "abcd",
      "--resource-type",
      "XHR",
      "--all",
    );

    expect(sent).toEqual({ session: "abcd", resource_type: "XHR", all: true });
  });

  it("takes a boolean whose name begins with no", async () => {
    expect(await paramsOf("session", "start", "--no-focus")).toEqual({ no_focus: true });
  });

  it("takes global flags before the command too", async () => {
    const host = new FakeHost(answersFrom());

    await run(["--json", "status"], host);

    expect(JSON.parse(host.stdout)).toEqual(results["system/status"]);
  });

  it("takes what begins with a dash after --", async () => {
    const host = new FakeHost(answersFrom());

    await run(["evaluate", "--session", "abcd", "--", "-1"], host);

    expect(host.calls[0]?.params).toMatchObject({ expression: "-1" });
  });

  it.each([
    ["requests", "--limit", 1, 100],
    ["operations", "--limit", 1, 100],
    ["requests", "--budget", 4096, 262_144],
    ["requests", "--status", 100, 599],
    ["console", "--offset", 0, 65_536],
    ["pages", "--offset", 0, 65_536],
    ["request n1", "--max-chars", 1, 16_384],
    ["summary", "--slow-ms", 0, 60_000],
    ["history", "--limit", 1, 100],
  ])("holds debug %s %s to %i and %i", async (command, flag, least, most) => {
    const exitCode = (value: number): Promise<number> => {
      const words = ["debug", ...command.split(" "), "--session", "abcd", flag, String(value)];
      return run([...words, "--json"], new FakeHost(answersFrom()));
    };

    expect(await exitCode(least)).toBe(0);
    expect(await exitCode(most)).toBe(0);
    expect(await exitCode(least - 1)).toBe(1);
    expect(await exitCode(most + 1)).toBe(1);
  });

  it.each([
    ["4xx", 0],
    ["401,5XX", 0],
    ["4x", 1],
    ["4xx,", 1],
    ["6xx", 1],
  ])("reads --status %s with exit code %i", async (status, exitCode) => {
    const host = new FakeHost(answersFrom());
    const words = ["debug", "requests", "--session", "abcd", "--status", status, "--json"];

    expect(await run(words, host)).toBe(exitCode);
    if (exitCode === 0) expect(host.calls[0]?.params).toMatchObject({ status });
  });

  it("takes 32 fields and no more", async () => {
    const exitCode = (count: number): Promise<number> => {
      const fields = Array.from({ length: count }, () => "status").join(",");
      const words = ["debug", "requests", "--session", "abcd", "--fields", fields];
      return run([...words, "--json"], new FakeHost(answersFrom()));
    };

    expect(await exitCode(32)).toBe(0);
    expect(await exitCode(33)).toBe(1);
  });

  it.each([
    ["a filter", ["requests", "--url"], 200],
    ["a method", ["requests", "--method"], 200],
    ["a pointer", ["request", "n1", "--part", "response", "--pointer"], 1024],
    ["a run's name", ["start", "--name"], 120],
  ])("takes %s of so many characters and no more", async (_name, words, most) => {
    const exitCode = (length: number): Promise<number> =>
      run(
        ["debug", ...words, `/${"x".repeat(length - 1)}`, "--session", "abcd"],
        new FakeHost(answersFrom()),
      );

    expect(await exitCode(most)).toBe(0);
    expect(await exitCode(most + 1)).toBe(1);
  });

  it.each([
    [["debug", "requests", "--session", "abcd", "--limit", "0"], "--limit: 0 is not 1 to 100."],
    [["debug", "requests", "--session", "abcd", "--limit", "x"], '--limit: "x" is not an integer.'],
    [["debug", "requests", "--session", "ABCD"], '--session: "ABCD" does not match ^[a-z]{4}$.'],
    [["debug", "requests"], "--session is missing."],
    [["click", "--session", "abcd"], "TARGET is missing."],
    [["click", "@e1", "@e2", "--session", "abcd"], 'Unexpected argument "@e2".'],
    [
      ["click", "@e1", "--session", "abcd", "--timeout", "soon"],
      '--timeout: "soon" is not a duration (500ms, 2s, 1m).',
    ],
    [
      ["debug", "request", "n1", "--session", "abcd", "--part", "body"],
      '--part: "body" is not one of metadata, request, response, headers, timing.',
    ],
    [["tab", "close", "x", "--session", "abcd"], 'TAB_ID: "x" is not an integer.'],
    [["debug", "requests", "--sesion", "abcd"], "Unknown flag --sesion. Did you mean --session?"],
    [["session", "stop", "--session", "abcd"], "--session is no flag: bsk session stop SESSION."],
    [["debug", "requests", "--session"], "Flag --session expects a value."],
    [
      ["debug", "rule_add", "--rule", "[]", "--session", "abcd"],
      "--rule is not valid: it must be of type object.",
    ],
    [
      ["debug", "reqests", "--session", "abcd"],
      'No command "debug reqests". Did you mean "bsk debug requests"?',
    ],
    [["sesion", "start"], 'No command "sesion start". Did you mean "bsk session start"?'],
    [["frobnicate"], 'No command "frobnicate".'],
  ])("refuses %j", async (argv, message) => {
    const text = new FakeHost(answersFrom());
    const json = new FakeHost(answersFrom());

    expect(await run(argv, text)).toBe(1);
    expect(await run([...argv, "--json"], json)).toBe(1);

    expect(text.stderr).toMatch(/^error: .*\nhint: bsk .*--help\n$/);
    expect(text.stderr).toContain(message);
    expect(text.stdout).toBe("");
    expect(json.stderr).toBe("");
    const report: unknown = JSON.parse(json.stdout);
    expect(validateErrorReport(report)).toBe(true);
    expect(report).toMatchObject({ code: "invalid_params", message, exit_code: 1 });
    expect(text.calls).toEqual([]);
  });
});
