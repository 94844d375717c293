import { describe, expect, it, vi } from "vitest";
import { validateResult, validateWaitReport } from "../../schema/dist/index.js";
import { type CallOptions, run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

describe("single commands", () => {
  it("session start prints the bare id on stdout and the rest on stderr", async () => {
    const loud = new FakeHost(answersFrom());
    const quiet = new FakeHost(answersFrom());

    await run(["session", "start"], loud);
    await run(["session", "start", "--quiet"], quiet);

    expect(loud.stdout).toBe("abcd\n");
    expect(loud.stderr).toBe("window 3, tab 7 in browser managed-1\n");
    expect(quiet.stderr).toBe("");
  });

  it("evaluate exits 0 when the script threw, and says so on stderr", async () => {
    const host = new FakeHost({ "page/evaluate": () => ({ ok: false, text: "TypeError: no" }) });

    expect(await run(["evaluate", "x()", "--session", "abcd", "--quiet"], host)).toBe(0);
    expect(host.stdout).toBe("");
    expect(host.stderr).toBe("threw: TypeError: no\n");
  });

  it("wait-ms waits, needs no daemon, and reports how long", async () => {
    const host = new FakeHost();

    expect(await run(["wait-ms", "5ms", "--json"], host)).toBe(0);

    const report: unknown = JSON.parse(host.stdout);
    expect(validateWaitReport(report)).toBe(true);
    expect(report).toEqual({ waited_ms: 5 });
    expect(host.opened).toEqual([]);
  });

  it("wait-ms ends at once when it is cancelled", async () => {
    const host = new FakeHost();
    const waiting = run(["wait-ms", "5m"], host);

    host.abort.abort();

    expect(await waiting).toBe(2);
    expect(host.stderr).toContain("cancelled");
  });

  it("debug capabilities without a session asks nobody", async () => {
    const host = new FakeHost();

    expect(await run(["debug", "capabilities", "--json"], host)).toBe(0);

    const value: unknown = JSON.parse(host.stdout);
    expect(validateResult["debug/capabilities"](value)).toBe(true);
    expect(value).toMatchObject({
      note: expect.stringContaining("no browser was asked"),
      cli: { version: expect.any(String), build: expect.any(String) },
      capabilities: {
        extension: null,
        output: { budget_default_bytes: 65_536, budget_min_bytes: 4096, budget_max_bytes: 262_144 },
        storage: { bounds: { run_pins: 20, pin_units: 419_430, history_runs: 50 } },
        execution: { browser_commands_per_session: 1, captures_per_browser: 4 },
        schema_version: 1,
        network_controls: {
          commands: ["replay", "rule_add", "rule_disable", "rule_enable", "rule_remove"],
        },
      },
    });
    expect(host.opened).toEqual([]);
  });

  it("debug capabilities with a session asks its extension, and says which command printed it", async () => {
    const host = new FakeHost(answersFrom());

    expect(await run(["debug", "capabilities", "--session", "abcd", "--json"], host)).toBe(0);

    expect(host.calls).toEqual([{ method: "debug/capabilities", params: { session: "abcd" } }]);
    expect(JSON.parse(host.stdout)).toEqual({
      ...results["debug/capabilities"],
      cli: { version: "dev", build: "dev" },
    });
  });

  it("a list without a match exits 0", async () => {
    const host = new FakeHost(
      answersFrom({
        "debug/listing": () => ({ ...results["debug/listing"], folds: [], matched: 0 }),
      }),
    );

    expect(await run(["debug", "requests", "--session", "abcd", "--url", "/nope"], host)).toBe(0);
    expect(host.stdout).toContain("0 of 18 match");
  });

  it("gives the connection its signal, so that Ctrl-C reaches the browser", async () => {
    let signal: AbortSignal | undefined;
    const host = new FakeHost({
      "tab/list": (_params, options) => {
        signal = options.signal;
        return results["tab/list"];
      },
    });

    await run(["tab", "list", "--session", "abcd"], host);

    expect(signal).toBe(host.signal);
  });

  it("shows progress to a person after a second, and to nobody else", async () => {
    const slow = (host: FakeHost): void => {
      const start = performance.now();
      vi.spyOn(performance, "now").mockImplementation(() => start + host.calls.length * 2000);
    };
    const answers = {
      "browser/start": (_params: unknown, { onProgress }: CallOptions) => {
        onProgress?.({ done: 1, total: 3, text: "downloading\x1b[2J" });
        return results["browser/start"];
      },
    };
    const watched = new FakeHost(answers);
    watched.isTTY = true;
    const unwatched = new FakeHost(answers);

    slow(watched);
    await run(["browser", "start"], watched);
    slow(unwatched);
    await run(["browser", "start"], unwatched);
    vi.restoreAllMocks();

    expect(watched.stderr.startsWith("\r\x1b[K1/3 downloading\\x1b[2J\r\x1b[K")).toBe(true);
    expect(unwatched.stderr).not.toContain("downloading");
  });
});
