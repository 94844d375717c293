import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

interface ScriptCounts {
  readonly url: string;
  readonly functions: readonly unknown[];
}
interface Counts {
  readonly result: readonly ScriptCounts[];
  readonly "source-map-cache"?: Readonly<Record<string, { readonly data?: SourceMap }>>;
}
interface SourceMap {
  readonly sources?: readonly string[];
}

/** A bundle with this comment in it was built with `treeShaking: false`, and may be counted. */
const wholeBundle = "/* whole bundle */";

/**
 * vitest's global set-up: when its process ends, and the workers have written what they counted, makes
 * V8's counts fit for c8. Does nothing without c8.
 */
export function setup(): void {
  const folder = process.env.NODE_V8_COVERAGE;
  if (folder) process.once("exit", () => prepareCounts(folder));
}

function prepareCounts(folder: string): void {
  const own = join(folder, "coverage-unloaded.json");
  rmSync(own, { force: true }); // vitest calls `setup` once for each project
  const loaded = new Set<string>();
  for (const name of readdirSync(folder)) {
    for (const { url } of dropShakenBundles(join(folder, name))) loaded.add(url);
  }
  const result = builtModules()
    .map(neverRun)
    .filter(({ url }) => !loaded.has(url));
  writeFileSync(own, JSON.stringify({ result }));
}

/**
 * esbuild leaves out what nobody calls, and c8 takes every line that no map mentions for covered: a
 * bundle would make just the dead code look tested. Returns what is left.
 */
function dropShakenBundles(path: string): readonly ScriptCounts[] {
  // Node wrote the file; a half-written one, of a process that was killed, throws here, loudly.
  const counts = JSON.parse(readFileSync(path, "utf8")) as Counts;
  const maps = counts["source-map-cache"] ?? {};
  const kept = counts.result.filter(({ url }) => {
    const sources = maps[url]?.data?.sources ?? [];
    return sources.length <= 1 || readFileSync(new URL(url), "utf8").includes(wholeBundle);
  });
  if (kept.length < counts.result.length) {
    writeFileSync(path, JSON.stringify({ ...counts, result: kept }));
  }
  return kept;
}

/** What the compiler built where coverage counts, but for modules that hold only types. */
function builtModules(): string[] {
  const plugins = listFiles("plugins").map((name) => join("plugins", name));
  return ["schema", "core", "cli", ...plugins].flatMap((workspace) =>
    listFiles(join(workspace, "dist"))
      .filter((name) => name.endsWith(".js") && !name.includes("generated"))
      .map((name) => resolve(workspace, "dist", name))
      .filter((path) => isCompiled(path) && hasCode(path)),
  );
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: folder !== "plugins", encoding: "utf8" });
}

/** A bundle's map has several sources, the compiler's just one. */
function isCompiled(path: string): boolean {
  if (!existsSync(`${path}.map`)) return false;
  const { sources } = JSON.parse(readFileSync(`${path}.map`, "utf8")) as SourceMap;
  return sources?.length === 1;
}

function hasCode(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|export \{\};/g, "").trim() !== "";
}

/** c8's own word for a file nobody loaded; its `all` option would also count files of types. */
function neverRun(path: string): ScriptCounts {
  const ranges = [{ startOffset: 0, endOffset: readFileSync(path).length, count: 0 }];
  const functions = [{ functionName: "(empty-report)", isBlockCoverage: true, ranges }];
  return { url: pathToFileURL(path).href, functions };
}
