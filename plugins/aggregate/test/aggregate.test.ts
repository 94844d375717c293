import { readdirSync, readFileSync } from "node:fs";
import { Core, cutMiddle, type PluginReport } from "@bsk/core";
import {
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  runSample,
  type Sample,
} from "@bsk/core/testing";
import type { RequestRecord } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AggregatePlugin } from "../dist/AggregatePlugin.js";
import { endpointOf } from "../dist/groupRequests.js";
import { type AggregateReport, AggregatePlugin as exported } from "../dist/index.js";
import { durationStatistics, nearestRank } from "../dist/statistics.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const plugin = new AggregatePlugin();
const samples = new URL("samples/", import.meta.url);

function readSample(name: string): Sample {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, samples), "utf8"));
  return { case: read("case"), recording: read("recording"), report: read("report") } as Sample;
}

async function aggregate(requests: RequestRecord[], params: object = {}): Promise<AggregateReport> {
  const reader = readerOf(recordingOf({ requests }));
  return (await new Core([plugin]).analyze(
    "aggregate",
    { ...params },
    reader,
  )) as unknown as AggregateReport;
}

describe("samples", () => {
  for (const name of readdirSync(samples)) {
    const sample = readSample(name);
    test(`${name}: ${sample.case.description}`, async () => {
      expect(await runSample(plugin, sample)).toEqual([]);
    });
  }
});

describe("aggregate", () => {
  test("is what the package exports, and reads only what it declares", () => {
    expect(exported).toBe(AggregatePlugin);
    expect(plugin.manifest.reads).toEqual(["run", "requests"]);
  });

  test("refuses parameters that its schema does not have", async () => {
    await expect(aggregate([], { slow_ms: -1 })).rejects.toMatchObject({ code: "invalid_params" });
    await expect(aggregate([], { templates: true })).rejects.toMatchObject({
      code: "invalid_params",
    });
  });

  test("leaves out what a rule or a replay touched, by whatever mark", async () => {
    const intervention = { rule_id: "d0123456789ab:r1", type: "modify", state: "applied" } as const;
    const report = await aggregate([
      requestRecord(1, { intervention }),
      requestRecord(2, { replay_id: "d0123456789ab:x1" }),
      requestRecord(3),
    ]);

    expect(report.analysis).toMatchObject({ included: 1, excluded_controlled: 2 });
  });

  test("references at most fifty requests: errors, then the slowest", async () => {
    const requests = Array.from({ length: 60 }, (_, index) =>
      requestRecord(index + 1, {
        url: "http://app.test/x",
        duration_ms: index,
        ...(index === 3 ? { status: 404 } : {}),
      }),
    );

    const [row] = (await aggregate(requests)).aggregates;

    expect(row?.request_ids).toHaveLength(50);
    expect(row?.request_ids.slice(0, 3).map((id) => id.split(":")[1])).toEqual([
      "n4",
      "n60",
      "n59",
    ]);
    expect(row?.refs_truncated).toBe(true);
  });

  test("pages visit each group once", async () => {
    const requests = Array.from({ length: 45 }, (_, index) => requestRecord(index + 1));
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const report: AggregateReport = await aggregate(requests, { offset, limit: 20 });
      seen.push(...report.aggregates.map(({ endpoint }) => endpoint));
      offset = report.next_offset;
    }

    expect(seen).toHaveLength(45);
    expect(new Set(seen)).toEqual(new Set(requests.map(({ url }) => url)));
    expect((await aggregate(requests)).aggregates).toHaveLength(30);
  });

  test("pages of a running capture may shift; begun again, they hold each group", async () => {
    const before = Array.from({ length: 25 }, (_, index) => requestRecord(index + 1));
    const { aggregates: known } = await aggregate(before, { limit: 100 });
    const url = known[24]?.endpoint ?? "";
    const grown = [...before, requestRecord(26, { url }), requestRecord(27, { url })];

    const { aggregates: shifted } = await aggregate(grown, { offset: 20, limit: 20 });
    const { aggregates: again } = await aggregate(grown, { limit: 100 });

    expect(shifted[0]?.endpoint).toBe(known[19]?.endpoint); // it was on the first page too
    expect(shifted.map(({ endpoint }) => endpoint)).not.toContain(url);
    expect(again[0]).toMatchObject({ endpoint: url, count: 3 });
    expect(again).toHaveLength(25);
  });

  test("sums equal the requests that went in", async () => {
    const request = fc.record({
      path: fc.constantFrom("/a", "/b", "/a?x=1", "/c/1", "/__proto__"),
      method: fc.constantFrom("GET", "POST"),
      duration: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
      bytes: fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined }),
      status: fc.option(fc.constantFrom(200, 304, 404, 500), { nil: undefined }),
      state: fc.constantFrom(
        "complete",
        "failed",
        "pending",
        "interrupted",
        "open",
        "redirected",
        "not_read" as const,
      ),
      traffic: fc.constantFrom("page", "controlled", "replayed" as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 40 }),
        fc.boolean(),
        async (drawn, include) => {
          const requests = drawn.map(
            ({ path, method, duration, bytes, status, state, traffic }, index) => {
              const record = requestRecord(index + 1, {
                url: `http://app.test${path}`,
                method,
                state,
                traffic,
              });
              const { status: _, ...rest } = record;
              return {
                ...rest,
                ...(status === undefined ? {} : { status }),
                ...(duration === undefined ? {} : { duration_ms: duration }),
                ...(bytes === undefined ? {} : { transfer_bytes: bytes }),
              } as RequestRecord;
            },
          );
          const report = await aggregate(requests, {
            include_controlled: include,
            slow_ms: 900,
            limit: 100,
          });
          const used = requests.filter(({ traffic }) => include || traffic === "page");
          const sum = (of: (row: AggregateReport["aggregates"][number]) => number) =>
            report.aggregates.reduce((total, row) => total + of(row), 0);
          const count = (holds: (record: RequestRecord) => boolean) => used.filter(holds).length;

          expect(sum((row) => row.count)).toBe(used.length);
          expect(report.analysis.included + report.analysis.excluded_controlled).toBe(
            requests.length,
          );
          expect(sum((row) => row.failed)).toBe(count(({ state }) => state === "failed"));
          expect(sum((row) => row.http_errors)).toBe(count(({ status = 0 }) => status >= 400));
          expect(sum((row) => row.pending)).toBe(
            count(({ state }) => state === "pending" || state === "open"),
          );
          expect(sum((row) => row.interrupted)).toBe(count(({ state }) => state === "interrupted"));
          expect(sum((row) => row.slow)).toBe(
            count(({ duration_ms: duration = 0 }) => duration >= 900),
          );
          expect(sum((row) => row.timing_samples)).toBe(
            count(({ duration_ms: duration }) => duration !== undefined),
          );
          expect(sum((row) => row.duration_ms?.total ?? 0)).toBe(
            used.reduce((total, { duration_ms: duration = 0 }) => total + duration, 0),
          );
          expect(sum((row) => row.transfer_bytes)).toBe(
            used.reduce((total, { transfer_bytes: bytes = 0 }) => total + bytes, 0),
          );
          expect(
            sum((row) => Object.values(row.statuses).reduce((total, times) => total + times, 0)),
          ).toBe(count(({ status }) => status !== undefined));
          expect(report.aggregates.flatMap((row) => row.request_ids).sort()).toEqual(
            used.map(({ id }) => id).sort(),
          );
          const counts = report.aggregates.map((row) => row.count);
          expect(counts).toEqual([...counts].sort((a, b) => b - a));
        },
      ),
      { seed, numRuns: 100 },
    );
  });
});

describe("statistics", () => {
  test("take percentiles by nearest rank: always a value that was seen", () => {
    expect(durationStatistics([4, 1, 3, 2])).toEqual({
      min: 1,
      mean: 2.5,
      p50: 2,
      p95: 4,
      max: 4,
      total: 10,
    });
    expect(durationStatistics([7])).toEqual({ min: 7, mean: 7, p50: 7, p95: 7, max: 7, total: 7 });
    expect(durationStatistics([])).toBeUndefined();
    expect(durationStatistics([Number.NaN, Number.POSITIVE_INFINITY])).toBeUndefined();
    const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(nearestRank(twenty, 0.95)).toBe(19);
    expect(nearestRank([], 0.5)).toBeNaN();
  });

  test("take an endpoint as it stands, without query and fragment", () => {
    expect(endpointOf("https://app.test/a/b?c=/d#e")).toBe("https://app.test/a/b");
    expect(endpointOf("http://app.test/a#b?c")).toBe("http://app.test/a");
    expect(endpointOf("ws://app.test/a")).toBeUndefined();
  });
});

describe("the text", () => {
  const lines = (report: AggregateReport) =>
    plugin.manifest.format?.({ ...report } as PluginReport, "") ?? [];

  test("aligns one row a group and ends with what was left out", async () => {
    const url = `http://app.test/${"long/".repeat(30)}end`;
    const reader = readerOf(
      recordingOf({
        run: runRecord({ counts: { ...runRecord().counts, dropped_requests: 1 } }),
        requests: [
          requestRecord(1, { url, duration_ms: 12.4 }),
          requestRecord(2, { url, duration_ms: 1200, status: 500 }),
          requestRecord(3, { url: "http://app.test/b" }),
          requestRecord(4, { url: "http://app.test/b", traffic: "replayed" }),
        ],
      }),
    );
    const report = (await new Core([plugin]).analyze(
      "aggregate",
      { limit: 1 },
      reader,
    )) as unknown as AggregateReport;

    expect(lines(report)).toEqual([
      "3 of 4 requests in 2 groups",
      "calls  errors  slow   p50     p95     max  method  endpoint"
        .padEnd(51 + 72 + 2)
        .concat("see"),
      `    2       1     1  12ms  1200ms  1200ms  GET     ${cutMiddle(url, 72)}  n2 …`,
      "1 controlled or replayed requests left out",
      "gaps request_retention_limit",
    ]);
  });

  test("counts one group as one", async () => {
    const url = "http://app.test/a";

    expect(lines(await aggregate([requestRecord(1, { url })]))[0]).toBe(
      "1 of 1 requests in 1 group",
    );
  });

  test("of nothing says so", async () => {
    expect(lines(await aggregate([], { url: "/nope" }))).toEqual([
      "0 of 0 requests in 0 groups",
      "0 of 0 match",
    ]);
  });
});
