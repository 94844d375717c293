import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commands, documents, withTables } from "../../scripts/docs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const PAGES = [
  "cli/skill/SKILL.md",
  "docs/agents.md",
  "docs/ci.md",
  "docs/environment.md",
  "docs/limits.md",
  "docs/own-browser.md",
];

const words = commands().map((spec) => spec.words);

/** The commands that a page names: `bsk` and the words behind it that are no arguments. */
function commandsIn(page: string): string[] {
  const code = [...page.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text).join("\n");
  return [...code.matchAll(/\bbsk ([a-z][a-z_-]*(?: [a-z][a-z_-]*)?)/g)].map(
    ([, found = ""]) => found,
  );
}

function isKnown(found: string, known: readonly string[]): boolean {
  const [first = ""] = found.split(" ");
  return known.includes(found) || known.includes(first);
}

describe("the documents", () => {
  it.each([...documents()])("%s says what `npm run docs` writes", (file, text) => {
    expect(read(file)).toBe(text);
  });

  it("show every command with its flags and examples in the reference", () => {
    const text = read("docs/cli.md");

    for (const { words: name, summary, examples = [] } of commands()) {
      expect(text).toContain(`## bsk ${name}\n`);
      expect(text).toContain(summary.replaceAll("|", "\\|"));
      for (const example of examples) expect(text).toContain(example);
    }
    expect(text).toMatch(/\| `--limit` +\| N, 1 to 100 +\| Rows\. \(default 30\) +\|/);
  });

  it("put every command into one table of the skill", () => {
    const rows = [...read("cli/skill/SKILL.md").matchAll(/^\| `bsk ([^`]*)` +\|/gm)].map(
      ([, found = ""]) => found.replace(/ (?:\[?[A-Z_]+\]?|--).*$/, ""),
    );

    for (const name of words) expect(rows.filter((row) => row === name)).toEqual([name]);
  });

  it("begin the skill with its name and description, each a line that YAML takes", () => {
    const [, head = ""] = read("cli/skill/SKILL.md").split(/^---$/m);

    expect(head.trim()).toMatch(/^name: bsk\ndescription: "[^"\\\n]{40,1024}"$/);
  });

  it("keep the skill to a page", () => {
    const [written = ""] = read("cli/skill/SKILL.md").split("## Commands");

    expect(Buffer.byteLength(written)).toBeLessThan(8192);
  });

  it("cannot lose a table's marker unseen", () => {
    expect(() => withTables("<!-- commands:debug -->", commands())).toThrow("commands:debug");
  });

  it.each(PAGES)("%s names no command that does not exist", (page) => {
    const unknown = commandsIn(read(page)).filter((found) => !isKnown(found, words));

    expect(unknown).toEqual([]);
  });

  it("find a command that does not exist", () => {
    const found = commandsIn("run `bsk debug requets --session abcd` or\n```sh\nbsk clik @e1\n```");

    expect(found).toEqual(["debug requets", "clik"]);
    expect(found.some((name) => isKnown(name, words))).toBe(false);
  });
});
