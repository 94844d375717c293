import { join } from "node:path";
import type { Recording } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import type { Comparison, Sides } from "../oracle/compare/Comparison.js";
import { compareRun } from "../oracle/compare/compareRun.js";
import type { Served } from "../oracle/log/ServerLog.js";
import { readSamples } from "../oracle/samples.js";

const samples = readSamples(join(import.meta.dirname, "samples", "oracle.jsonl"));

function sample(name: string): Sides {
  const found = samples.find((one) => one.name === name);
  if (!found) throw new Error(`no sample ${name}`);
  return found.sides;
}

/** The comparison when the run has no record of what the server got under this path. */
function without({ log, run, isOrdered }: Sides, path: string): Comparison {
  const numbers = numbersOf({ log, run, isOrdered }, path);
  const requests = run.requests.filter(
    ({ response_headers: headers }) => !numbers.includes(Number(headers?.["x-oracle-id"])),
  );
  expect(requests.length).toBeLessThan(run.requests.length);
  return compareRun({ log, isOrdered, run: { ...run, requests } });
}

function numbersOf({ log }: Sides, path: string): readonly number[] {
  return log.exchanges.filter((served) => served.path === path).map(({ id }) => id);
}

function withCoverage(sides: Sides, coverage: Recording["run"]["coverage"]): Sides {
  return { ...sides, run: { ...sides.run, run: { ...sides.run.run, coverage } } };
}

function findingsOf({ findings }: Comparison): readonly string[] {
  return findings.map(({ what, url }) => `${what} ${new URL(url).pathname}`);
}

function change(sides: Sides, path: string, changes: Partial<Served>): Sides {
  const exchanges = sides.log.exchanges.map((served) =>
    served.path === path ? { ...served, ...changes } : served,
  );
  return { ...sides, log: { ...sides.log, exchanges } };
}

describe("a standing limit", () => {
  it("is a beacon that left with its page, not one that left before", () => {
    const beacons = sample("beacons");

    expect(compareRun(beacons).limits.map(({ trap }) => trap)).toEqual([25, 25]);
    expect(findingsOf(without(beacons, "/beacons/beacon-text"))).toEqual([
      "missing /beacons/beacon-text",
    ]);
  });

  it("is no beacon that came long after the page had gone", () => {
    const { log, run, isOrdered } = sample("beacons");
    const sent = log.exchanges.find(({ path }) => path === "/beacons/beacon-leaving");
    const at = (sent?.arrived_at ?? 0) + 5000;
    const late = change(
      { log, isOrdered, run: { ...run, run: { ...run.run, stopped_at: at + 1 } } },
      "/beacons/beacon-leaving",
      { arrived_at: at },
    );

    expect(findingsOf(compareRun(late))).toEqual(["missing /beacons/beacon-leaving"]);
  });
});

describe("a gap", () => {
  it("of a pop-up hides that pop-up and what it asked, not another document", () => {
    const popups = sample("popups");

    expect(compareRun(popups).gaps.map(({ kind }) => kind)).toEqual([
      "popup_not_followed",
      "popup_not_followed",
    ]);
    expect(findingsOf(without(popups, "/popups/"))).not.toEqual([]);
  });

  it("that was never told explains nothing", () => {
    const popups = sample("popups");

    expect(findingsOf(compareRun(withCoverage(popups, [])))).toEqual([
      "missing /popups/popup",
      "missing /popups/ok-in-popup",
    ]);
    // What every run says from the start has no cause and no time.
    const standing = withCoverage(popups, [
      { flag: "shared_workers_not_captured" },
      { flag: "task_tab" },
    ]);
    expect(findingsOf(compareRun(standing))).toHaveLength(2);
  });

  it("of storage hides as many requests as it counts, and none that came after", () => {
    const secrets = sample("secrets");
    const at = secrets.run.run.stopped_at ?? 0;
    const one = withCoverage(secrets, [
      { flag: "evidence_storage_limit", count: 1, first_at: at, last_at: at },
    ]);
    const early = withCoverage(secrets, [
      { flag: "evidence_storage_limit", count: 1, first_at: 1, last_at: 1 },
    ]);

    expect(findingsOf(without(one, "/secrets/session"))).toEqual([]);
    expect(without(one, "/secrets/session").gaps.map(({ kind }) => kind)).toContain(
      "evidence_storage_limit",
    );
    expect(findingsOf(without(early, "/secrets/session"))).toEqual(["missing /secrets/session"]);
  });
});

describe("an answer from elsewhere", () => {
  it("is of the cache only where the server had sent what may be kept", () => {
    const cached = sample("cached");
    const control = { "cache-control": "no-store" };
    const { log } = cached;
    const exchanges = log.exchanges.map((served) => ({
      ...served,
      response_headers: { ...served.response_headers, ...control },
    }));

    expect(findingsOf(compareRun(cached))).toEqual([]);
    expect(
      compareRun({ ...cached, log: { ...log, exchanges } }).findings.map(({ kind }) => kind),
    ).toContain("invented");
  });
});
