import { readFileSync, writeFileSync } from "node:fs";
import type { Sides } from "./compare/Comparison.js";
import { compareRun } from "./compare/compareRun.js";
import type { Good } from "./mutate/prove.js";

/** Keeps both sides of pages, one a line, without what the comparer does not look at. */
export function saveSamples(file: string, goods: readonly Good[]): void {
  const lines = goods.map(({ name, sides }) => JSON.stringify({ name, sides: slim(sides) }));
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** Reads them again, by page. */
export function readSamples(file: string): readonly Good[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const { name, sides } = JSON.parse(line) as { name: string; sides: Sides };
    return { name, sides, comparison: compareRun(sides) };
  });
}

function slim({ log, run, isOrdered }: Sides): Sides {
  const requests = run.requests.map((record) => {
    if (!record.initiator) return record;
    const { frames: _frames, ...initiator } = record.initiator;
    return { ...record, initiator };
  });
  const { performance: _performance, ...rest } = run;
  return { log, isOrdered, run: { ...rest, requests, operations: [], console: [], pages: [] } };
}
