import { randomInt } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matchesMasked } from "../oracle/compare/matchesMasked.js";
import { MUTATIONS, prove } from "../oracle/mutate/prove.js";
import { readSamples } from "../oracle/samples.js";

const samples = readSamples(join(import.meta.dirname, "samples", "oracle.jsonl"));

describe("the oracle's comparer", () => {
  it("finds nothing wrong with good runs, and matches every request that they share", () => {
    for (const { name, comparison } of samples) {
      expect(comparison.findings, name).toEqual([]);
      expect(comparison.matched, name).toBeGreaterThan(0);
    }
  });

  it("finds 200 of 200 lies", () => {
    const seed = Number(process.env.BSK_SEED ?? randomInt(2 ** 31));
    console.log(`200 lies, BSK_SEED=${seed}`);

    const { made, missed } = prove(samples, 200, seed);

    expect(missed).toEqual([]);
    expect(made).toBe(200);
  });

  it("knows no lie that these samples leave untold", () => {
    const { told } = prove(samples, Object.keys(MUTATIONS).length * 6, 1);

    expect(Object.keys(MUTATIONS).filter((name) => !told.includes(name))).toEqual([]);
  });
});

describe("a mask", () => {
  it("stands for one value that is not empty", () => {
    expect(matchesMasked("a=[redacted:token]&b=1", "a=x&b=1", "url")).toBe(true);
    expect(matchesMasked("a=[redacted:token]&b=1", "a=&b=1", "url")).toBe(false);
    expect(matchesMasked("a=[redacted:token]", "a=x&b=1", "url")).toBe(false);
    expect(matchesMasked("sid=[redacted:cookie]", "sid=1; theme=2", "cookie")).toBe(false);
  });

  it("takes the place of any scalar of JSON, and of nothing else", () => {
    const kept = '{"pin":"[redacted:pin]","a":1}';

    expect(matchesMasked(kept, '{"pin":4711,"a":1}', "json")).toBe(true);
    expect(matchesMasked(kept, '{"pin":"4711","a":1}', "json")).toBe(true);
    expect(matchesMasked(kept, '{"pin":"","a":1}', "json")).toBe(false);
    expect(matchesMasked(kept, '{"pin":4711,"b":2,"a":1}', "json")).toBe(false);
    expect(matchesMasked(kept, '{"pin":4711,"a":2}', "json")).toBe(false);
  });

  it("says how long a payload was that is never kept", () => {
    expect(matchesMasked("data:,[5 chars]", "data:,short", "text")).toBe(true);
    expect(matchesMasked("data:,[4 chars]", "data:,short", "text")).toBe(false);
  });
});
