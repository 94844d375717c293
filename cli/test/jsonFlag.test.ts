import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlugins } from "@bsk/plugins";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plugin } from "../../core/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";
import { toyPlugin } from "./toyPlugin.js";

const params = {
  type: "object",
  properties: {
    id: { type: "string", maxLength: 200, description: "A request." },
    rule: { type: "object", flag: "json", description: "The rule." },
  },
  required: ["id", "rule"],
} as const;

const acting: Plugin = {
  ...toyPlugin,
  manifest: { ...toyPlugin.manifest, args: ["id"], params, live: true },
  validators: { params: () => true, result: () => true },
};

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "bsk-json-"));
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

function host(): FakeHost {
  const made = new FakeHost(answersFrom({ "debug/act": () => results["debug/analyze"] }));
  made.cwd = cwd;
  return made;
}

const words = (...flags: string[]): string[] => [
  "debug",
  "toy",
  "n7",
  "--session",
  "abcd",
  ...flags,
];

describe("a JSON parameter", () => {
  it("is given inline, and acts by the method for what is live", async () => {
    const made = host();

    expect(await run(words("--rule", '{"times":1}'), made, [acting])).toBe(0);
    expect(made.calls).toEqual([
      {
        method: "debug/act",
        params: { session: "abcd", name: "toy", params: { id: "n7", rule: { times: 1 } } },
      },
    ]);
  });

  it("is read from a file beside the caller", async () => {
    writeFileSync(join(cwd, "rule.json"), '{"times":2}');
    const made = host();

    expect(await run(words("--rule-file", "rule.json"), made, [acting])).toBe(0);
    expect(made.calls[0]?.params).toMatchObject({ params: { rule: { times: 2 } } });
  });

  it.each([
    ["rule_add", "rule"],
    ["replay", "replay"],
  ])("of %s may have 80 KiB, inline and in a file, and not a byte more", async (name, flag) => {
    const document = (bytes: number): string =>
      `{"a":"${"é".repeat(40_954)}${"x".repeat(bytes - 81_916)}"}`;
    const sent = async (text: string): Promise<unknown[]> => {
      const made = host();
      writeFileSync(join(cwd, "large.json"), text);
      const about = ["debug", name, ...(name === "replay" ? ["n7"] : []), "--session", "abcd"];
      await run([...about, `--${flag}`, text], made, createPlugins());
      await run([...about, `--${flag}-file`, "large.json"], made, createPlugins());
      return made.calls.map(({ params }) => (params.params as { [flag: string]: unknown })[flag]);
    };
    const whole = document(81_920);

    expect(Buffer.byteLength(whole)).toBe(81_920);
    expect(await sent(whole)).toEqual([JSON.parse(whole), JSON.parse(whole)]);
    expect(await sent(document(81_921))).toEqual([]);
  });

  it.each([
    ["is missing", [], "--rule or --rule-file is missing"],
    ["is given twice", ["--rule", "{}", "--rule-file", "rule.json"], "exclude each other"],
    ["is not JSON", ["--rule", "{"], "--rule is not JSON: it breaks at line 1, column 2."],
    ["has a number that JSON cannot carry on", ["--rule", '{"a":[1e999]}'], "number beyond any"],
    ["is in no file", ["--rule-file", "none.json"], "cannot be read: there is no such file"],
    ["is in no regular file", ["--rule-file", "/dev/zero"], "it is no regular file."],
    ["is too long", ["--rule", `"${"x".repeat(81_920)}"`], "more than 81920 bytes"],
  ])("is refused when it %s", async (_what, flags, message) => {
    const made = host();

    expect(await run(words(...flags), made, [acting])).toBe(1);
    expect(made.stderr).toContain(message);
    expect(made.calls).toEqual([]);
  });
});
