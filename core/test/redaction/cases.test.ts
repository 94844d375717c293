import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const script = join(root, "scripts/cases.mjs");
const cases = join(root, "e2e/cases/redaction.jsonl");

const folder = mkdtempSync(join(tmpdir(), "cases-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("node", [script, ...args], { encoding: "utf8" });
  return { status, lastLine: stdout.trimEnd().split("\n").pop() ?? "", stdout, stderr };
}

test("meets the bar on the cases that are public", () => {
  const { lastLine, stdout } = run(cases);

  const figures = /^secret clean (\d+)\/(\d+), hard (\d+)\/(\d+), benign changed (\d+)$/.exec(
    lastLine,
  );
  const [clean, secret, hardClean, hard, changed] = (figures ?? []).slice(1).map(Number);
  expect(figures, stdout).not.toBeNull();
  expect(clean, stdout).toBe(secret);
  expect(Number(hardClean) / Number(hard), stdout).toBeGreaterThanOrEqual(0.8);
  expect(changed, stdout).toBe(0);
});

test("writes one output a case, null for a body that was dropped", () => {
  const out = join(folder, "out.jsonl");

  run(cases, "--out", out);

  const lines = readFileSync(out, "utf8").trimEnd().split("\n");
  const outputs = lines.map((line) => JSON.parse(line) as { id: string; output: string | null });
  expect(outputs.length).toBe(readFileSync(cases, "utf8").trimEnd().split("\n").length);
  expect(outputs.find(({ id }) => id === "json-101")?.output).toBeNull();
});

test("names the line of a case that cannot be read, and fails", () => {
  const file = join(folder, "bad.jsonl");
  writeFileSync(file, '{"id":"a","kind":"text","input":""}\n{"id":\n');

  const { status, stderr } = run(file);

  expect(status).toBe(1);
  expect(stderr).toContain("bad.jsonl:2");
});

test("names a file that is not there, and fails", () => {
  const { status, stderr } = run("no-such-file.jsonl");

  expect(status).toBe(1);
  expect(stderr).toContain("no-such-file.jsonl");
});
