import { describe, expect, it } from "vitest";
import { errors } from "../../core/dist/index.js";
import { validateErrorReport, validateHelpReport } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom } from "./records.js";

describe("errors", () => {
  it.each([1, 2, 3, 4, 5, 6])("keep the exit code %i that they came with", async (exitCode) => {
    const failure = Object.assign(errors.sessionNotFound("abcd"), { exitCode });
    const host = new FakeHost({
      "tab/list": () => {
        throw failure;
      },
    });

    expect(await run(["tab", "list", "--session", "abcd"], host)).toBe(exitCode);
    expect(host.stderr).toBe("error: No session abcd.\nhint: bsk session list\n");
  });

  it("of an extension that does not know a method leave the older ones to work", async () => {
    const older = answersFrom({
      "debug/pin": () => {
        throw errors.unknownMethod("debug/pin");
      },
    });
    const exitCode = (...argv: string[]): Promise<number> =>
      run([...argv, "--session", "abcd"], new FakeHost(older));
    const host = new FakeHost(older);

    expect(await run(["debug", "pin", "n1", "--session", "abcd", "--json"], host)).toBe(5);
    expect(JSON.parse(host.stdout)).toMatchObject({ code: "unknown_method", exit_code: 5 });
    expect(await exitCode("console")).toBe(0);
    expect(await exitCode("network")).toBe(0);
  });

  it("print as one object with --json, details beside", async () => {
    const host = new FakeHost({
      "page/click": () => {
        throw errors.sessionBusy("abcd", { state: "running", command_id: "c1" });
      },
    });

    const exitCode = await run(["click", "@e1", "--session", "abcd", "--json"], host);

    expect(exitCode).toBe(4);
    const report: unknown = JSON.parse(host.stdout);
    expect(validateErrorReport(report)).toBe(true);
    expect(report).toMatchObject({
      code: "session_busy",
      hint: "bsk debug wait --session abcd --command-id c1",
      data: { dispatched: false, activity: { command_id: "c1" } },
    });
  });

  it("say that an answer is malformed instead of printing it", async () => {
    const host = new FakeHost({ "tab/list": () => ({ tabs: [{ tab_id: "seven" }] }) });

    expect(await run(["tab", "list", "--session", "abcd"], host)).toBe(2);
    expect(host.stdout).toBe("");
    expect(host.stderr).toContain("tab/list answered /tabs/0");
  });

  it.each([
    [
      ["debug", "--session", "abcd"],
      'The command is missing after "bsk debug".\nhint: bsk debug --help',
    ],
    [
      ["debug", "--session", "abcd", "requests"],
      'after "bsk debug". Did you mean "bsk debug requests"?',
    ],
    [
      ["debug", "export", "--session", "abcd", "--output", ""],
      "--output: it is empty. Give a value, or leave it out where it may be.",
    ],
    [
      ["screenshot", "--session", "abcd", "--out", ""],
      "--out: it is empty. Give a value, or leave it out where it may be.",
    ],
    [["screenshot", "--session", "abcd", "--output", "a.png"], "--output. Did you mean --out?"],
    [["debug", "export", "--session", "abcd", "--out", "a"], "--out. Did you mean --output?"],
  ])("say what is missing: %j", async (argv, said) => {
    const host = new FakeHost(answersFrom());

    expect(await run(argv, host)).toBe(1);
    expect(host.stderr).toContain(said);
    expect(host.calls).toEqual([]);
  });

  it.each([
    [["--help", "--json"], 60],
    [["--json", "debug", "--help"], 20],
    [["click", "--help", "--json"], 1],
  ])("are none where help is asked for as JSON: %j", async (argv, least) => {
    const host = new FakeHost();

    expect(await run(argv, host)).toBe(0);

    const report: unknown = JSON.parse(host.stdout);
    if (!validateHelpReport(report)) throw new Error(JSON.stringify(validateHelpReport.errors));
    expect(report.commands.length).toBeGreaterThanOrEqual(least);
  });

  it("do not let captured text reach the terminal raw", async () => {
    const host = new FakeHost({
      "page/click": () => {
        throw errors.elementNotFound("\x1b[2J\u202e@e1", "abcd");
      },
    });

    await run(["click", "@e1", "--session", "abcd"], host);

    expect(host.stderr).toContain("\\x1b[2J\\u202e@e1");
    expect(host.stderr).not.toContain("\x1b");
  });
});
