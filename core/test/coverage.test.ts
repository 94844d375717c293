import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A small workspace, tested with the repo's own configuration of vitest and c8. */
const files: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module" }',
  "core/package.json": '{ "type": "module" }',
  "cli/package.json": '{ "type": "module" }',
  "core/tsconfig.json": tsconfig([]),
  "cli/tsconfig.json": tsconfig(["node"], ["../core"]),
  "core/src/tested.ts": `
interface Shape {
  readonly size: number;
}

export function tested({ size }: Shape): number {
  return size;
}

export function untested({ size }: Shape): number {
  const twice = size * 2;
  return twice;
}
`,
  "core/src/spawned.ts": `
export type Text = string;

export function inModule(): Text {
  return "in a child process";
}

export function inBundle(): Text {
  return "in a bundle in a child process";
}

export function inNeither(): Text {
  return "nowhere";
}
`,
  "core/src/neverLoaded.ts": `export const never: number = 1;
export function neverLoaded(): number {
  return never;
}`,
  "core/src/onlyTypes.ts": "/** Nothing of it is left to run. */\nexport type Nothing = never;\n",
  "cli/src/module.ts": 'import { inModule } from "../../core/dist/spawned.js";\n\ninModule();\n',
  "cli/src/entry.ts": 'import { inBundle } from "../../core/dist/spawned.js";\n\ninBundle();\n',
  "core/test/tested.test.ts": `
import { expect, test } from "vitest";
import { tested } from "../dist/tested.js";

test("tested", () => {
  expect(tested({ size: 1 })).toBe(1);
});
`,
  "e2e/tested.e2e.ts": `
import { execFileSync } from "node:child_process";
import { test } from "vitest";

test("as a user", () => {
  for (const name of ["module", "bundle"]) execFileSync(process.execPath, [\`cli/dist/\${name}.js\`]);
});
`,
};

function tsconfig(types: readonly string[], packages: readonly string[] = []): string {
  const compilerOptions = { rootDir: "src", outDir: "dist", types };
  const references = packages.map((path) => ({ path }));
  return JSON.stringify({
    references,
    extends: "../tsconfig.base.json",
    compilerOptions,
    include: ["src"],
  });
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "bsk-coverage-"));

/**
 * A run of its own, that this one's vitest and c8 have no part in. Node hands NODE_V8_COVERAGE down unless it is
 * set, and c8 would empty that folder first: this very run's counts.
 */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
  ),
  NODE_V8_COVERAGE: "",
};

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const name of [
    "vitest.config.ts",
    "coverage.config.json",
    "tsconfig.base.json",
    "scripts/prepareCounts.ts",
    "scripts/cleanGlobals.ts",
    "scripts/uncountedChildren.ts",
  ]) {
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync(join(bin, "tsc"), ["-b", "cli"], { cwd: folder, stdio: "inherit" });
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

interface FileCoverage {
  readonly statementMap: Readonly<Record<string, { readonly start: { readonly line: number } }>>;
  readonly s: Readonly<Record<string, number>>;
}

/** Bundles the entry and runs the workspace's tests: what c8 prints, and uncovered lines by file. */
function cover(bundling: readonly string[], projects: readonly string[]) {
  execFileSync(
    join(bin, "esbuild"),
    [
      "cli/dist/entry.js",
      "--bundle",
      "--sourcemap",
      "--format=esm",
      "--outfile=cli/dist/bundle.js",
      ...bundling,
    ],
    { cwd: folder, stdio: "pipe" },
  );
  // The detailed report is asked for beside the configured ones; an argument replaces the file's list.
  const reporters = ["text-summary", "json-summary", "json"].map((name) => `--reporter=${name}`);
  const { status, stdout, stderr } = spawnSync(
    join(bin, "c8"),
    [
      "--config",
      "coverage.config.json",
      "--temp-directory",
      join(folder, "coverage", "tmp"),
      ...reporters,
      join(bin, "vitest"),
      "run",
      ...projects.map((project) => `--project=${project}`),
    ],
    { cwd: folder, env, encoding: "utf8" },
  );
  const report: Record<string, FileCoverage> = JSON.parse(
    readFileSync(join(folder, "coverage/coverage-final.json"), "utf8"),
  );
  const uncovered = Object.entries(report).map(([path, { s, statementMap }]) => [
    path.slice(folder.length + 1),
    Object.keys(s)
      .filter((id) => s[id] === 0)
      .flatMap((id) => statementMap[id]?.start.line ?? [])
      .filter((line) => !isHead(path, line)),
  ]);
  return { status, text: stdout + stderr, uncovered: Object.fromEntries(uncovered) };
}

/** V8 counts from the word `function` on, so that c8 takes a line before it for run, or not. */
function isHead(path: string, line: number): boolean {
  return readFileSync(path, "utf8").split("\n")[line - 1]?.includes("function ") ?? false;
}

/** The lines, from 1, of a function's body, up to the brace at the start of a line. */
function bodyOf(path: string, name: string): number[] {
  const lines = files[path]?.split("\n") ?? [];
  const head = lines.findIndex((line) => line.includes(`function ${name}(`));
  const last = lines.indexOf("}", head);
  return lines.flatMap((_, index) => (index > head && index <= last ? [index + 1] : []));
}

test("c8 reports exactly the lines nobody runs, counting workers, children and whole bundles", () => {
  const whole = ["--tree-shaking=false", "--banner:js=/* whole bundle */"];

  const { status, text, uncovered } = cover(whole, ["unit", "e2e"]);

  expect(text).toMatch(/2 passed/);
  expect(uncovered).toEqual({
    "cli/src/entry.ts": [],
    "cli/src/module.ts": [],
    "core/src/neverLoaded.ts": [1, 3, 4],
    "core/src/spawned.ts": bodyOf("core/src/spawned.ts", "inNeither"),
    "core/src/tested.ts": [11, 12, 13],
  });
  expect(bodyOf("core/src/tested.ts", "untested")).toEqual([11, 12, 13]);
  expect(text).toMatch(/Coverage for lines \(\S+%\) does not meet global threshold \(85%\)/);
  expect(status).toBe(1);
}, 60_000);

test("a bundle without its dead code is not counted, so it makes nothing look tested", () => {
  const { uncovered } = cover([], ["unit", "e2e"]);

  expect(uncovered["core/src/spawned.ts"]).toEqual([
    ...bodyOf("core/src/spawned.ts", "inBundle"),
    ...bodyOf("core/src/spawned.ts", "inNeither"),
  ]);
  expect(uncovered["cli/src/entry.ts"]).not.toEqual([]);
}, 60_000);

test("unit and e2e run by themselves, and what nobody loads is reported all the same", () => {
  const { text, uncovered } = cover([], ["e2e"]);

  expect(text).toMatch(/e2e\/tested\.e2e\.ts/);
  expect(text).not.toMatch(/tested\.test\.ts/);
  expect(uncovered["core/src/tested.ts"]).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13]);
  expect(uncovered).not.toHaveProperty("core/src/onlyTypes.ts");
}, 60_000);
