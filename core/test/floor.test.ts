import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Clone {
  /** The text of a file; undefined where there is none. */
  read(file: string): string | undefined;
}

const clone: Clone = {
  read: (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined,
};

const ISSUES: readonly string[] = ["issue 4", "issue 5", "issue 6"];

/** The rows that nothing here proves yet. An issue proves no other row: it may stand beside a test only. */
const AWAITED: readonly string[] = ["5", "10", "35", "168", "220"];

/** What is wrong with the table, one line a fault. */
function faultsOf(text: string, { read }: Clone): string[] {
  const faults: string[] = [];
  const numbers = new Set<string>();
  for (const line of text.split("\n").filter((each) => each.startsWith("- "))) {
    const [, number, row = ""] = /^- \*\*(\d+)\.\*\* (.+)$/.exec(line) ?? [];
    if (number === undefined) {
      faults.push(`no number: ${line}`);
      continue;
    }
    if (numbers.has(number)) faults.push(`${number} twice`);
    numbers.add(number);
    const proofs = proofsOf(row);
    if (proofs.length === 0) faults.push(`${number} without proof`);
    else if (proofs.every((proof) => proof.startsWith("issue ")) && !AWAITED.includes(number))
      faults.push(`${number} is awaited, which is not said of it`);
    // A test for each sample stays green when the sample goes: its row names the sample.
    const samples = samplesOf(row);
    if (samples.length === 0 && proofs.some((proof) => /\$\{/.test(proof)))
      faults.push(`${number} names no sample`);
    for (const sample of samples)
      if (read(sample) === undefined) faults.push(`${number} no sample ${sample}`);
    for (const proof of proofs) {
      const fault = faultOf(proof, read);
      if (fault !== undefined) faults.push(`${number} ${fault}`);
    }
  }
  return faults;
}

function proofsOf(row: string): string[] {
  return [...row.matchAll(/`((?:issue |pending: |\S+\.(?:test|e2e)\.ts › )[^`]*)`/g)].map(
    ([, proof = ""]) => proof,
  );
}

function samplesOf(row: string): string[] {
  return [...row.matchAll(/`(\S+\.json)`/g)].map(([, sample = ""]) => sample);
}

function faultOf(proof: string, read: Clone["read"]): string | undefined {
  if (proof.startsWith("issue ")) return ISSUES.includes(proof) ? undefined : `unknown ${proof}`;
  const [, pending] = /^pending: (\S+)(?: › .+)?$/.exec(proof) ?? [];
  if (pending !== undefined)
    return read(pending) === undefined ? undefined : `${pending} is there: take "pending: " away`;
  const [file = "", name = "", ...cases] = proof.split(" › ");
  const source = read(file);
  if (source === undefined) return `no file ${file}`;
  if (/\.(?:skip|todo|fails)\b/.test(source)) return `${file} leaves tests out`;
  const named = namesIn(source).filter((each) => name !== "" && each.includes(name));
  if (named.length === 0) return `no test ${proof}`;
  // A test of a table stays green when a case of it goes: its row names the case.
  if (cases.length === 0 && named.every((each) => /%[dfijos]|\$(?!\{)\w/.test(each)))
    return `names no case of ${proof}`;
  const gone = cases.find((each) => each === "" || !folded(source).includes(folded(each)));
  return gone === undefined ? undefined : `no case ${gone} in ${file}`;
}

/** The names of a file's tests and of groups that hold one; a comment, a value or a row of a table is none. */
function namesIn(source: string): string[] {
  const called = /(?:\b(test|it|describe)|\))\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,/g;
  return [...source.matchAll(called)].flatMap(({ 1: word, 2: name = "", index }) =>
    word === "describe" && !/\b(?:test|it)\b[.(]/.test(blockAt(source, index)) ? [] : [name],
  );
}

/** From the beginning of a call to the line that ends it, as the formatter indents them. */
function blockAt(source: string, index: number): string {
  const line = source.lastIndexOf("\n", index) + 1;
  const indent = /^ */.exec(source.slice(line))?.[0] ?? "";
  const end = source.indexOf(`\n${indent}}`, index);
  return source.slice(index, end === -1 ? undefined : end);
}

/** Line breaks are the formatter's. */
function folded(text: string): string {
  return text.replace(/\s+/g, " ");
}

describe("docs/floor.md", () => {
  const text = clone.read("docs/floor.md") ?? "";

  test("has a proof that exists in each of its rows", () => {
    expect(faultsOf(text, clone)).toEqual([]);
  });

  test("numbers its rows without a gap", () => {
    const numbers = [...text.matchAll(/^- \*\*(\d+)\.\*\* /gm)].map(([, number]) => Number(number));

    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThan(200);
  });
});

describe("the check of it", () => {
  const name = ["$", "{name}"].join(""); // as it stands in a test's source
  const files = new Map([
    ["a.test.ts", 'test("keeps it", () => hold("nothing")); // loses it\n'],
    ["each.test.ts", 'test.each([["a row"]])("%s is kept", () => {});\n'],
    ["sample.test.ts", `test(\`${name}: keeps it\`, () => {});\n`],
    [
      "group.test.ts",
      'describe("holds", () => {\n  test("a", () => {});\n});\ndescribe("empty", () => {\n});\n',
    ],
    ["left.test.ts", 'test("keeps it", () => {});\ntest.skip("holds it", () => {});\n'],
    ["sample/case.json", "{}"],
  ]);
  const made: Clone = { read: (file) => files.get(file) };

  test.each([
    ["a row without proof", "- **1.** Keeps it.", "1 without proof"],
    ["a test that does not exist", "- **1.** Keeps it. `a.test.ts › drops it`", "1 no test"],
    [
      "a name that stands in a comment alone",
      "- **1.** Keeps it. `a.test.ts › loses it`",
      "1 no test",
    ],
    ["a text that is no name", "- **1.** Keeps it. `a.test.ts › nothing`", "1 no test"],
    ["a row of a table", "- **1.** Keeps it. `each.test.ts › a row`", "1 no test"],
    ["a table without a case", "- **1.** It. `each.test.ts › %s is kept`", "1 names no case"],
    ["a part of its name alone", "- **1.** It. `each.test.ts › is kept`", "1 names no case"],
    ["a case that is gone", "- **1.** It. `each.test.ts › is kept › another`", "1 no case another"],
    [
      "one case that is gone beside one that is there",
      "- **1.** It. `each.test.ts › is kept › a row › another`",
      "1 no case another",
    ],
    ["an empty case", "- **1.** It. `each.test.ts › is kept › `", "1 no case"],
    ["a group without a test", "- **1.** It. `group.test.ts › empty`", "1 no test"],
    [
      "a file with skipped tests",
      "- **1.** It. `left.test.ts › keeps it`",
      "1 left.test.ts leaves",
    ],
    ["a proof without a name", "- **1.** Keeps it. `a.test.ts › `", "1 no test"],
    [
      "a file that does not exist",
      "- **1.** Keeps it. `b.test.ts › keeps it`",
      "1 no file b.test.ts",
    ],
    [
      "one good proof beside a bad one",
      "- **1.** It. `a.test.ts › keeps it` `b.e2e.ts › x`",
      "1 no file",
    ],
    ["a number twice", "- **5.** A. `issue 4`\n- **5.** B. `issue 4`", "5 twice"],
    ["no number", "- Keeps it. `issue 4`", "no number"],
    ["an issue that is none", "- **5.** Keeps it. `issue 9`", "5 unknown issue 9"],
    ["an issue alone where more is promised", "- **1.** Keeps it. `issue 4`", "1 is awaited"],
    [
      "a test for each sample without a sample",
      `- **1.** It. \`sample.test.ts › ${name}: keeps\``,
      "1 names no sample",
    ],
    [
      "a sample that is gone",
      `- **1.** It. \`sample.test.ts › ${name}: keeps\` \`gone/case.json\``,
      "1 no sample gone/case.json",
    ],
    [
      "a pending file that is there",
      "- **1.** Keeps it. `pending: a.test.ts`",
      "1 a.test.ts is there",
    ],
  ])("finds %s", (_name, row, fault) => {
    const faults = faultsOf(row, made);

    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  test("takes what is right", () => {
    const rows = [
      "`a.test.ts › keeps it`",
      "`each.test.ts › is kept › a row`",
      `\`sample.test.ts › ${name}: keeps\` \`sample/case.json\``,
      "`pending: b.test.ts › keeps it`",
      "`issue 5`",
      "`pending: b.test.ts`",
      "`group.test.ts › holds`",
    ];

    expect(
      faultsOf(rows.map((proof, n) => `- **${n + 1}.** It. ${proof}`).join("\n"), made),
    ).toEqual([]);
  });
});
