import { describe, expect, test } from "vitest";
import type { CaptureContext } from "../dist/Core.js";
import { Core } from "../dist/index.js";
import type { Plugin, PluginReport } from "../dist/Plugin.js";
import { readerOf, recordingOf } from "../dist/testing/index.js";

const ANY = { type: "object", properties: {}, additionalProperties: true } as const;
const hasName = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "name" in data;

const nothing = async (): Promise<PluginReport> => undefined as never; // as a plugin in plain JavaScript can

/** A plugin that reads by its main command and acts by another. */
function rules(act: (name: unknown) => Promise<PluginReport>): Plugin {
  return {
    manifest: {
      name: "rules",
      summary: "List.",
      api: 1,
      params: ANY,
      result: ANY,
      reads: ["rules"],
      live: false,
      commands: [{ name: "rule_add", summary: "Add.", params: ANY, result: ANY, live: true }],
    },
    validators: {
      params: () => true,
      result: () => true,
      commands: { rule_add: { params: hasName, result: hasName } },
    },
    apply({ hooks }) {
      hooks.analyze.for("rules").tapPromise("rules", async () => ({ rules: [] }));
      hooks.action.for("rule_add").tapPromise("rules", ({ name }) => act(name));
    },
  };
}

const CONTEXT = { runId: "d0123456789ab" } as unknown as CaptureContext; // the tap looks at nothing else
const WITH = { context: CONTEXT, signal: new AbortController().signal };

describe("a plugin with several commands", () => {
  test("acts by the command that was named, behind that command's own checks", async () => {
    const core = new Core([rules(async (name) => ({ name, done: true }))]);

    expect(await core.act("rule_add", { name: "x" }, WITH)).toEqual({ name: "x", done: true });
    await expect(core.act("rule_add", {}, WITH)).rejects.toMatchObject({
      code: "invalid_params",
    });
  });

  test("still reads by its main command", async () => {
    const core = new Core([rules(nothing)]);

    expect(await core.analyze("rules", {}, readerOf(recordingOf()))).toEqual({ rules: [] });
  });

  test("costs itself when its answer is not what it says, or it throws", async () => {
    const silent = new Core([rules(nothing)]);
    const broken = new Core([
      rules(async () => {
        throw new RangeError("bang");
      }),
    ]);

    await expect(silent.act("rule_add", { name: "x" }, WITH)).rejects.toMatchObject({
      code: "plugin_invalid_result",
    });
    await expect(broken.act("rule_add", { name: "x" }, WITH)).rejects.toMatchObject({
      code: "plugin_failed",
    });
  });

  test("has no command of another name", async () => {
    const core = new Core([rules(nothing)]);

    await expect(core.act("rule_drop", {}, WITH)).rejects.toMatchObject({
      code: "unknown_method",
    });
    await expect(core.act("rules", {}, WITH)).rejects.toMatchObject({ code: "unknown_method" });
  });

  test("must bring checks for each of its commands", () => {
    const plugin = rules(nothing);
    const { params, result } = plugin.validators;
    const core = new Core([{ ...plugin, validators: { params, result } }]);

    expect(() => core.command("rule_add")).toThrow(/no checks for rule_add/);
  });
});
