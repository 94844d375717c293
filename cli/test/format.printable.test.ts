import { printableJson } from "@bsk/core";
import { describe, expect, it } from "vitest";
import { oneLine, printable } from "../dist/format/printable.js";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

describe("what reaches a terminal", () => {
  const hostile: readonly (readonly [string, string])[] = [
    ["\x1b[31m", "\\x1b[31m"],
    ["\x07", "\\x07"],
    ["\r", "\\x0d"],
    ["\x7f", "\\x7f"],
    ["\x9b", "\\x9b"],
    ["\u200b", "\\u200b"],
    ["\u200f", "\\u200f"],
    ["\u202e", "\\u202e"],
    ["\u2066", "\\u2066"],
    ["\u2069", "\\u2069"],
    ["\ufeff", "\\ufeff"],
    ["\u2028", "\\u2028"],
    ["\ud800", "\\ud800"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\u00ad", "\\xad"],
    ["\u2064", "\\u2064"],
    ["\ufe0f", "\\ufe0f"],
  ];

  it.each(hostile)("%j is spelled out", (character, spelled) => {
    expect(printable(`a${character}b`)).toBe(`a${spelled}b`);
    expect(oneLine(`a${character}b`)).toBe(`a${spelled}b`);
  });

  it("keeps what is readable, line feeds and tabs", () => {
    const text = "a\tb\nÄ 漢字 😀 €  ±";

    expect(printable(text)).toBe(text);
    expect(oneLine("a\tb\nc")).toBe("a\\tb\\nc");
  });

  it.each(hostile)("%j is a JSON escape in JSON, and the value stays", (character) => {
    const value = { text: `a${character}b` };

    const json = printableJson(JSON.stringify(value, null, 2));

    expect(printable(json)).toBe(json);
    expect(JSON.parse(json)).toEqual(value);
  });

  it("holds for every command, whatever the page said", async () => {
    const evil = "\x1b]0;x\x07\u202e\u200b\nn99  GET  200 forged";
    const poisoned = JSON.parse(
      JSON.stringify(results, (_key, value: unknown) =>
        typeof value === "string" && /[ /]/.test(value) ? value + evil : value,
      ),
    ) as typeof results; // the same shape: only free text was lengthened
    poisoned["page/evaluate"] = { ok: true, type: "string", value: evil, text: evil };
    const answers = answersFrom(
      Object.fromEntries(
        Object.entries(poisoned).map(([method, result]) => [method, () => result]),
      ),
    );
    const commands = [
      ["status"],
      ["browser", "list"],
      ["session", "list"],
      ["tab", "list", "--session", "abcd"],
      ["navigate", "http://x", "--session", "abcd"],
      ["debug", "requests", "--session", "abcd"],
      ["debug", "request", "n12", "--session", "abcd", "--part", "headers"],
      ["debug", "request", "n12", "--session", "abcd"],
      ["debug", "operations", "--session", "abcd"],
      ["debug", "operation", "a3", "--session", "abcd"],
      ["debug", "console", "--session", "abcd"],
      ["debug", "pages", "--session", "abcd"],
      ["debug", "summary", "--session", "abcd"],
      ["debug", "request", "n12", "--session", "abcd", "--part", "response"],
      ["get-html", "--session", "abcd"],
      ["evaluate", "1", "--session", "abcd"],
      ["click", "#x", "--session", "abcd"],
      ["dialog", "--session", "abcd"],
      ["console", "--session", "abcd"],
      ["network", "--session", "abcd"],
    ];

    for (const argv of commands) {
      const host = new FakeHost(answers);
      const exitCode = await runCli(argv, host);
      expect(exitCode, `${argv.join(" ")}: ${host.stderr}`).toBe(0);
      expect(host.stdout, argv.join(" ")).toBe(printable(host.stdout));
      expect(host.stdout, argv.join(" ")).not.toMatch(/^n99/m);
    }
  });

  it("holds for what a script of the page threw", async () => {
    const thrown = { ok: false, type: "error", text: "Error: no\nnext: evil" };
    const host = new FakeHost(answersFrom({ "page/evaluate": () => thrown }));

    await runCli(["evaluate", "1", "--session", "abcd"], host);

    expect(host.stderr).toContain("threw: Error: no\n  next: evil");
  });
});
