import { describe, expect, it } from "vitest";
import type { Plugin } from "../../core/dist/index.js";
import { createPlugins } from "../../plugins/all/dist/index.js";
import { createCommands, run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, RUN_ID, results } from "./records.js";
import { toyPlugin } from "./toyPlugin.js";

const plugins: readonly Plugin[] = [...createPlugins(), toyPlugin];
const report = { hosts: [{ host: "localhost\x1b[2J", count: 12 }], total: 12 };

function analyzing(): FakeHost {
  return new FakeHost(
    answersFrom({ "debug/analyze": () => ({ ...results["debug/analyze"], report }) }),
  );
}

describe("a second plugin in the list", () => {
  it("adds its command and takes none away", () => {
    const before = [...createCommands(createPlugins()).keys()];
    const after = [...createCommands(plugins).keys()];

    expect(after.filter((words) => !before.includes(words))).toEqual(["debug toy"]);
    expect(before.filter((words) => !after.includes(words))).toEqual([]);
  });

  it("has flags and help from its manifest, beside those of every reading", async () => {
    const host = new FakeHost();

    await run(["debug", "toy", "--help"], host, plugins);

    for (const part of [
      "Count requests by host.",
      "One row a host.",
      "--session",
      "--run-id",
      "--min-count=N",
      "[default: 2]",
      "(1 to 9)",
      "--host=TEXT",
      "(required)",
      "--with-errors",
      "count|name",
      "--columns=A,B",
      "--wait=DURATION",
    ]) {
      expect(host.stdout).toContain(part);
    }
  });

  it("is listed in the topic's help", async () => {
    const host = new FakeHost();

    await run(["debug", "--help"], host, plugins);

    expect(host.stdout).toMatch(/^ {2}debug toy +Count requests by host\.$/m);
  });

  it("is an analyzer in the capabilities", async () => {
    const host = new FakeHost();

    await run(["debug", "capabilities", "--json"], host, plugins);

    expect(JSON.parse(host.stdout).capabilities.analyzers).toContainEqual({
      name: "toy",
      summary: "Count requests by host.",
      reads: ["requests"],
      live: false,
      parameters: ["min_count", "host", "with_errors", "order", "columns", "wait_ms"],
    });
  });

  it("is called by its name with its own parameters apart", async () => {
    const host = analyzing();
    const flags = [
      "--run-id",
      RUN_ID,
      "--host",
      "h",
      "--min-count",
      "3",
      "--with-errors",
      "--order",
      "name",
      "--columns",
      "a,b",
      "--wait",
      "2s",
    ];

    const exitCode = await run(
      ["debug", "toy", "--session", "abcd", ...flags, "--json"],
      host,
      plugins,
    );

    expect(host.stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(host.calls).toEqual([
      {
        method: "debug/analyze",
        params: {
          session: "abcd",
          run_id: RUN_ID,
          name: "toy",
          params: {
            host: "h",
            min_count: 3,
            with_errors: true,
            order: "name",
            columns: ["a", "b"],
            wait_ms: 2000,
          },
        },
      },
    ]);
    expect(JSON.parse(host.stdout).report).toEqual(report);
  });

  it("gets a table made from its schema, escaped", async () => {
    const host = analyzing();

    await run(["debug", "toy", "--session", "abcd", "--host", "h"], host, plugins);

    expect(host.stdout).toContain("total 12");
    expect(host.stdout).toMatch(/^ {2}host +count$/m);
    expect(host.stdout).toMatch(/^ {2}localhost\\x1b\[2J +12$/m);
  });

  it("is refused without what its schema requires", async () => {
    const host = analyzing();

    expect(await run(["debug", "toy", "--session", "abcd"], host, plugins)).toBe(1);
    expect(host.stderr).toContain("--host is missing.");
    expect(host.calls).toEqual([]);
  });

  it("is stopped at its own validator when the answer is not its report", async () => {
    const host = new FakeHost(answersFrom());

    expect(
      await run(["debug", "toy", "--session", "abcd", "--host", "h", "--json"], host, plugins),
    ).toBe(3);
    expect(JSON.parse(host.stdout)).toMatchObject({ code: "plugin_invalid_result" });
  });

  it.each([
    ["takes the name of a built-in command", { name: "requests" }],
    [
      "takes a parameter that every reading has",
      { params: { type: "object" as const, properties: { budget: { type: "integer" } } } },
    ],
  ])("cannot start when it %s", async (_what, change) => {
    const twin: Plugin = { ...toyPlugin, manifest: { ...toyPlugin.manifest, ...change } };
    const host = new FakeHost();

    expect(await run(["status"], host, [twin])).toBe(3);
    expect(host.stderr).toContain("A fault in bsk");
  });
});
