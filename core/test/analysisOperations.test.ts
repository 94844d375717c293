import { type OperationRecord, type Recording, validateResult } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { associate, listOperations, readOperation } from "../dist/analysis/index.js";
import {
  consoleRecord,
  operationRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const session = "abcd";
const links = { request_ids: [], console_ids: [], links: [] };

type Parts = Omit<Partial<Recording>, "operations"> & {
  readonly operations?: readonly OperationRecord[];
};

function readerWith({ operations = [], ...parts }: Parts) {
  return readerOf(
    recordingOf({
      ...parts,
      operations: operations.map((operation) => ({ ...operation, ...links })),
    }),
  );
}

/** Done from `at` for 100 ms, with its windows as capture sets them. */
function done(number: number, at: number, parts: Partial<OperationRecord> = {}) {
  const end = START + at + 100;
  const times = {
    started_at: START + at,
    finished_at: end,
    window_end: end + 1500,
    observation_end: end + 15_000,
  };
  return operationRecord(number, { state: "completed", ...times, ...parts });
}

const id = (short: string) => `${RUN_ID}:${short}`;
const request = (number: number, at: number, parts: Parameters<typeof requestRecord>[1] = {}) =>
  requestRecord(number, { started_at: START + at, ...parts });

const _jsonBody = (text: string) => ({ state: "available" as const, text, chars: text.length });

describe("association", () => {
  const linked = async (parts: Parts, short = "a1") => {
    const result = await readOperation(readerWith(parts), { session, id: short });
    return result.requests.map((row) => `${row.id.split(":")[1]} ${row.relation}`);
  };

  test("goes by the browser's start time: window, delayed, and nothing before or behind", async () => {
    const requests = [999, 1000, 2600, 2601, 16_100, 16_101].map((at, index) =>
      request(index + 1, at),
    );

    expect(await linked({ operations: [done(1, 1000)], requests })).toEqual([
      "n2 window",
      "n3 window",
      "n4 delayed",
      "n5 delayed",
    ]);
  });

  test("takes an answer with its request, however late it comes", async () => {
    const late = { finished_at: START + 61_000, duration_ms: 60_000 };

    expect(
      await linked({ operations: [done(1, 1000)], requests: [request(1, 1000, late)] }),
    ).toEqual(["n1 window"]);
  });

  test("ends where the next operation starts", async () => {
    const operations = [done(1, 1000), done(2, 1500)];
    const requests = [request(1, 1499), request(2, 1500), request(3, 4000)];

    expect(await linked({ operations, requests })).toEqual(["n1 window"]);
    expect(await linked({ operations, requests }, "a2")).toEqual(["n2 window", "n3 delayed"]);
  });

  test("says what cut its window short, and after how long", async () => {
    const cutOf = async (parts: Parts) =>
      (await readOperation(readerWith(parts), { session, id: "a1" })).operation.window_cut;
    const stopped = runRecord({ state: "stopped", stopped_at: START + 1200 });

    expect(await cutOf({ operations: [done(1, 1000), done(2, 1349)] })).toEqual({
      after_ms: 249,
      by: id("a2"),
    });
    expect(await cutOf({ operations: [done(1, 1000), done(2, 2600)] })).toBeUndefined();
    expect(await cutOf({ run: stopped, operations: [done(1, 1000)] })).toEqual({ after_ms: 100 });
    expect(await cutOf({ operations: [operationRecord(1), done(2, 1)] })).toBeUndefined();
  });

  test("ends where the capture stopped", async () => {
    const run = runRecord({ state: "stopped", stopped_at: START + 1200 });

    expect(
      await linked({
        run,
        operations: [done(1, 1000)],
        requests: [request(1, 1200), request(2, 1201)],
      }),
    ).toEqual(["n1 window"]);
  });

  test("of a running operation takes what has come so far", async () => {
    const operations = [operationRecord(1, { started_at: START + 10 })];

    expect(await linked({ operations, requests: [request(1, 60_000)] })).toEqual(["n1 window"]);
  });

  test("gives each record to at most one operation, the last that began before it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 3000 })), {
          maxLength: 8,
        }),
        fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 30 }),
        (spans, times) => {
          const operations = spans
            .sort(([a], [b]) => a - b)
            .map(([at, took], index) => done(index + 1, at, { finished_at: START + at + took }));
          const requests = times.map((at, index) => request(index + 1, at));
          const console = times.map((at, index) => consoleRecord(index + 1, { at: START + at }));

          const all = associate({ run: runRecord(), operations, requests, console });

          const seen = [...all.values()].flatMap((association) =>
            association.requests.map((found) => found.request.id),
          );
          expect(new Set(seen).size).toBe(seen.length);
          for (const [operationId, association] of all) {
            const operation = operations.find((candidate) => candidate.id === operationId);
            for (const { request: found } of association.requests) {
              expect(found.started_at).toBeGreaterThanOrEqual(operation?.started_at ?? Infinity);
            }
            expect(association.console.map(({ entry }) => entry.at)).toEqual(
              association.requests.map(({ request: found }) => found.started_at),
            );
          }
        },
      ),
      { seed, numRuns: 100 },
    );
  });
});

describe("the list of operations", () => {
  test("links each to its requests and console entries", async () => {
    const reader = readerWith({
      operations: [done(1, 0, { sequence: 1 }), done(2, 5000, { sequence: 2 })],
      requests: [request(1, 10), request(2, 5010)],
      console: [consoleRecord(1, { at: START + 5020 })],
    });

    const result = await listOperations(reader, { session });

    expect(result.operations.map(({ request_ids: ids }) => ids)).toEqual([[id("n1")], [id("n2")]]);
    expect(result.operations[1]?.console_ids).toEqual([id("c1")]);
    expect(result.operations[0]?.links).toEqual([{ request_id: id("n1"), relation: "window" }]);
    expect(result).toMatchObject({ total: 2, next_since: 2, truncated: false });
    expect(
      validateResult["debug/operations"](result),
      JSON.stringify(validateResult["debug/operations"].errors),
    ).toBe(true);
  });

  test("is read on by sequence and cut to its budget by whole rows", async () => {
    const operations = Array.from({ length: 40 }, (_, index) =>
      done(index + 1, index * 10, { target: "t".repeat(100) }),
    );
    const reader = readerWith({ operations });

    const first = await listOperations(reader, { session, budget: 4096 });
    const second = await listOperations(reader, { session, since: first.next_since, limit: 3 });

    expect(first.operations.length).toBeGreaterThan(1);
    expect(first.output.omitted).toEqual(["operations"]);
    expect(second.operations[0]?.sequence).toBe(first.next_since + 1);
    expect(second).toMatchObject({ truncated: true, total: 40 });
    expect(second.operations).toHaveLength(3);
    // What was read before is not left.
    expect(first.past_limit).toBe(40 - first.operations.length);
    expect(second.past_limit).toBe(37 - first.operations.length);
  });
});
