import { readdirSync, readFileSync } from "node:fs";
import { Core, cutMiddle, type PluginReport } from "@bsk/core";
import {
  operationRecord,
  readerOf,
  recordingOf,
  requestRecord,
  runSample,
  type Sample,
  START,
} from "@bsk/core/testing";
import type { RequestRecord } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DuplicatesPlugin } from "../dist/DuplicatesPlugin.js";
import { type DuplicatesReport, DuplicatesPlugin as exported } from "../dist/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const plugin = new DuplicatesPlugin();
const samples = new URL("samples/", import.meta.url);
const DOCUMENT = { frame_id: "F1", loader_id: "L1" };

function readSample(name: string): Sample {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, samples), "utf8"));
  return { case: read("case"), recording: read("recording"), report: read("report") } as Sample;
}

async function duplicates(
  requests: RequestRecord[],
  params: object = {},
): Promise<DuplicatesReport> {
  const reader = readerOf(recordingOf({ requests }));
  return (await new Core([plugin]).analyze(
    "duplicates",
    { ...params },
    reader,
  )) as unknown as DuplicatesReport;
}

describe("samples", () => {
  for (const name of readdirSync(samples)) {
    const sample = readSample(name);
    test(`${name}: ${sample.case.description}`, async () => {
      expect(await runSample(plugin, sample)).toEqual([]);
    });
  }
});

describe("duplicates", () => {
  test("is what the package exports, and reads only what it declares", () => {
    expect(exported).toBe(DuplicatesPlugin);
    expect(plugin.manifest.reads).toEqual(["run", "requests", "bodies", "operations"]);
  });

  test.each([{ window_ms: 99 }, { window_ms: 10_001 }, { limit: 101 }, { headers: true }])(
    "refuses %o",
    async (params) => {
      await expect(duplicates([], params)).rejects.toMatchObject({ code: "invalid_params" });
    },
  );

  test("names at most fifty requests and ten operations", async () => {
    const { recording } = readSample("many");
    const report = await new Core([plugin]).analyze("duplicates", {}, readerOf(recording));
    const [row] = (report as unknown as DuplicatesReport).duplicates;

    expect(row?.request_ids).toHaveLength(50);
    expect(row?.operation_ids).toHaveLength(10);
  });

  test("names an operation only for what started in its window", async () => {
    const requests = [1, 2].map((number) =>
      requestRecord(number, { ...DOCUMENT, url: "http://app.test/x", started_at: START + 9000 }),
    );
    const late = operationRecord(1, {
      started_at: START,
      finished_at: START + 10,
      window_end: START + 1510,
      observation_end: START + 15_010,
      state: "completed",
    });
    const linked = { ...late, request_ids: [], console_ids: [], links: [] };
    const reader = readerOf(recordingOf({ requests, operations: [linked] }));
    const report = (await new Core([plugin]).analyze(
      "duplicates",
      {},
      reader,
    )) as unknown as DuplicatesReport;

    expect(report.duplicates[0]?.operation_ids).toEqual([]);
  });

  const anyRequests = fc
    .array(
      fc.record({
        at: fc.nat(5000),
        url: fc.constantFrom("http://app.test/a", "http://app.test/b"),
        loader: fc.constantFrom("L1", "L2", undefined),
        traffic: fc.constantFrom<RequestRecord["traffic"]>("page", "replayed"),
      }),
      { maxLength: 40 },
    )
    .map((drawn) =>
      drawn.map(({ at, url, loader, traffic }, index) =>
        requestRecord(index + 1, {
          started_at: START + at,
          url,
          traffic,
          frame_id: "F1",
          ...(loader === undefined ? {} : { loader_id: loader }),
        }),
      ),
    );

  test("puts every request in at most one group, none wider than the window, and counts add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRequests,
        fc.integer({ min: 100, max: 3000 }),
        async (requests, window) => {
          const report = await duplicates(requests, { window_ms: window, limit: 100 });
          const { analysis, duplicates: rows } = report;
          const ids = rows.flatMap((row) => row.request_ids);
          expect(new Set(ids).size).toBe(ids.length);
          const startOf = new Map(requests.map(({ id, started_at: at }) => [id, at]));
          for (const row of rows) {
            const starts = row.request_ids.map((id) => startOf.get(id) ?? Number.NaN);
            expect(Math.max(...starts) - Math.min(...starts)).toBeLessThanOrEqual(window);
            expect(row.count).toBeGreaterThanOrEqual(2);
            expect(row.overlap_count).toBeLessThan(row.count);
          }
          expect(analysis.suspected_extra_requests).toBe(ids.length - rows.length);
          expect(analysis.included + analysis.excluded_controlled).toBe(analysis.matched);
          const reasons = Object.values(analysis.uncomparable_reasons);
          expect(reasons.reduce((sum, count) => sum + count, 0)).toBe(analysis.uncomparable);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test("says the same whatever order the requests were kept in", async () => {
    await fc.assert(
      fc.asyncProperty(anyRequests, async (requests) => {
        const inOrder = await duplicates(requests, { limit: 100 });
        const reversed = await duplicates([...requests].reverse(), { limit: 100 });
        expect(reversed).toEqual(inOrder);
      }),
      { seed, numRuns: 50 },
    );
  });
});

describe("the text", () => {
  const lines = (report: DuplicatesReport): readonly string[] =>
    plugin.manifest.format?.({ ...report } as PluginReport, "") ?? [];

  test("is a line for each group, then what could not be compared", async () => {
    const url = `http://app.test/${"long/".repeat(30)}end`;
    const requests = [
      ...[1, 2, 3, 4, 5].map((number) =>
        requestRecord(number, {
          ...DOCUMENT,
          url,
          started_at: START + number,
          finished_at: START + number + 40,
          status: number === 1 ? 503 : 200,
        }),
      ),
      requestRecord(6, { url }),
      requestRecord(7, { ...DOCUMENT, url, traffic: "replayed" }),
      requestRecord(8, { ...DOCUMENT, url: "http://app.test/b" }),
      requestRecord(9, { ...DOCUMENT, url: "http://app.test/b" }),
    ];

    expect(lines(await duplicates(requests, { limit: 1 }))).toEqual([
      "2 suspected groups, 5 extra requests of 7 compared, within 1000ms",
      `×5  GET  ${cutMiddle(url, 72)}  44ms  4 overlap  possible retry  n1 n2 n3 n4 …`,
      "not comparable: missing_document_identity 1",
      "1 controlled or replayed requests left out",
    ]);
  });

  test("of nothing says so", async () => {
    expect(lines(await duplicates([]))).toEqual([
      "0 suspected groups, 0 extra requests of 0 compared, within 1000ms",
      "0 of 0 match",
    ]);
  });
});
