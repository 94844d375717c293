import { describe, expect, test } from "vitest";
import type { EvidenceRecord } from "../dist/records.js";
import type { Redacted } from "../dist/redacted.js";
import {
  defaultPriority,
  enforceHistory,
  longId,
  MemoryStore,
  recoverRuns,
} from "../dist/storage/index.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";

const DAY = 24 * 60 * 60 * 1000;

async function storeOf(...records: readonly Redacted<EvidenceRecord>[]): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.write({ records, bodies: [], evicted: [] });
  return store;
}

function oldRun(number: number, parts: Parameters<typeof runRecord>[0] = {}) {
  const id = `d${String(number).padStart(12, "0")}`;
  return runRecord({
    id,
    state: "stopped",
    started_at: START,
    stopped_at: START + number,
    ...parts,
  });
}

async function left(store: MemoryStore): Promise<number[]> {
  return (await store.runs()).map(({ id }) => Number(id.slice(1)));
}

describe("history", () => {
  test("deletes what stopped more than thirty days ago", async () => {
    const store = await storeOf(
      oldRun(1),
      oldRun(2, { stopped_at: START + 2 * DAY }),
      oldRun(3, { state: "capturing" }),
    );

    const deleted = await enforceHistory(store, START + 31 * DAY);

    expect(deleted).toEqual(["d000000000001"]);
    expect(await left(store)).toEqual([2, 3]);
  });

  test("keeps fifty runs, the oldest stopped go first, active ones count and stay", async () => {
    const runs = Array.from({ length: 52 }, (_, index) => oldRun(index + 1));
    const store = await storeOf(
      ...runs,
      oldRun(99, { state: "capturing", stopped_at: undefined as never }),
    );

    await enforceHistory(store, START + DAY);

    expect(await left(store)).toHaveLength(50);
    expect(await left(store)).not.toContain(3);
    expect(await left(store)).toContain(4);
    expect(await left(store)).toContain(99);
  });

  test("keeps fifty MiB, and not one unit more", async () => {
    const old = { requests: 1, dropped: 0, pins: 0 }; // of before all kinds were counted
    const of = (all_bytes: number) => ({ storage: { ...old, bytes: 9, all_bytes } });
    const full = [
      oldRun(1, { storage: { ...old, bytes: 20_000_000 } }),
      oldRun(2, of(52_428_800 - 20_000_000)),
    ];
    const whole = await storeOf(...full);
    const over = await storeOf(...full, oldRun(3, of(1)));

    await enforceHistory(whole, START + DAY);
    await enforceHistory(over, START + DAY);

    expect(await left(whole)).toEqual([1, 2]);
    expect(await left(over)).toEqual([2, 3]);
  });

  test.each([
    ["expiry", (store: MemoryStore) => enforceHistory(store, START + 40 * DAY)],
    ["deletion", (store: MemoryStore) => store.deleteRun(RUN_ID)],
  ])("%s takes a run's records and bodies with it, pinned ones too", async (_name, end) => {
    const storage = { requests: 1, bytes: 100, dropped: 0, pins: 1 };
    const store = await storeOf(
      runRecord({ state: "stopped", storage }),
      requestRecord(1, { pinned: true }),
    );
    await store.write({
      records: [],
      bodies: [{ id: `${RUN_ID}:n1`, run_id: RUN_ID, part: "response", text: "x" } as never],
      evicted: [],
    });

    await end(store);

    expect(await store.records(RUN_ID, "request")).toEqual([]);
    expect(await store.body(`${RUN_ID}:n1`, "response")).toBeUndefined();
    expect(await store.runs()).toEqual([]);
  });
});

describe("recovery", () => {
  test.each(["browser_restarted", "worker_restarted"] as const)(
    "ends what was capturing as interrupted, and claims no success: %s",
    async (reason) => {
      const store = await storeOf(
        runRecord({ next_since: 3, coverage: [{ flag: "from_start" }] }),
        requestRecord(1, {
          state: "pending",
          sequence: 5,
          request_body: { state: "pending" },
          response_body: { state: "pending" },
        }),
        requestRecord(2, { state: "open", response_body: { state: "pending" } }),
        requestRecord(3, { finished_at: START + 700 }),
        operationRecord(4),
        operationRecord(5, { state: "completed", finished_at: START + 20 }),
        consoleRecord(6, { level: "error", count: 2 }),
        pageRecord(7),
      );

      const [run] = await recoverRuns(store, reason, START + 5000);

      expect(run).toMatchObject({
        state: "interrupted",
        stop_reason: reason,
        stopped_at: START + 700,
        counts: { requests: 3, operations: 2, console: 1, pages: 1, errors: 2 },
        storage: { requests: 3, pins: 0, dropped: 0 },
      });
      expect(run?.coverage).toEqual([
        { flag: "from_start" },
        { flag: "interrupted_checkpoint", count: 1, first_at: START + 700, last_at: START + 5000 },
      ]);
      expect((await store.runs())[0]).toEqual(run);
      const requests = await store.records(RUN_ID, "request");
      expect(requests.map(({ state }) => state)).toEqual([
        "interrupted",
        "interrupted",
        "complete",
      ]);
      const lost = { state: "unavailable", reason };
      expect(requests[0]).toMatchObject({ request_body: lost, response_body: lost });
      expect((await store.records(RUN_ID, "operation")).map(({ state }) => state)).toEqual([
        "interrupted",
        "completed",
      ]);
      // What changed comes again to whoever reads on with `since`.
      expect(requests.map(({ sequence }) => sequence)).toEqual([8, 9, 3]);
      expect(run?.next_since).toBe(10);
      expect(run?.durable_sequence).toBe(10);
    },
  );

  test("leaves stopped runs alone", async () => {
    const stopped = runRecord({ state: "stopped" });
    const store = await storeOf(stopped);

    expect(await recoverRuns(store, "worker_restarted", START)).toEqual([]);
    expect(await store.runs()).toEqual([stopped]);
  });

  test("leaves no rule active", async () => {
    const rule = {
      record: "rule",
      id: `${RUN_ID}:r1`,
      run_id: RUN_ID,
      sequence: 1,
      match: { url: "http://app.test/" },
      effect: { type: "block" },
      times: 0,
      state: "enabled",
      hits: 0,
      failures: 0,
      created_at: START,
    };
    const held = { rule_id: rule.id, type: "mock", state: "pending" } as const;
    const store = await storeOf(
      runRecord({ active_rules: 1 }),
      rule as never,
      requestRecord(2, { intervention: held }),
    );

    const [run] = await recoverRuns(store, "worker_restarted", START + 9);

    expect(run?.active_rules).toBe(0);
    expect(await store.records(RUN_ID, "rule")).toMatchObject([{ state: "stopped" }]);
    expect(await store.records(RUN_ID, "request")).toMatchObject([
      { state: "complete", intervention: { state: "cancelled" } },
    ]);
  });

  test("of a run without records ends it at its start", async () => {
    const store = await storeOf(runRecord());

    const [run] = await recoverRuns(store, "worker_restarted", START + 9);

    expect(run).toMatchObject({ stopped_at: START, stop_reason: "worker_restarted" });
    expect(run?.active_rules).toBe(0); // the last one written may have been before a rule was added
  });
});

describe("the memory store", () => {
  test("gives copies, and keeps hostile keys as data", async () => {
    const headers = JSON.parse('{"__proto__":"x"}') as { [name: string]: string };
    const store = await storeOf(requestRecord(1, { request_headers: headers }));

    const [first] = await store.records(RUN_ID, "request");
    const [second] = await store.records(RUN_ID, "request");

    expect(first).not.toBe(second);
    expect(Object.keys(first?.request_headers ?? {})).toEqual(["__proto__"]);
  });

  test("stores nothing of a write that fails", async () => {
    const store = new MemoryStore({ failWrite: (n) => n === 2 });
    await store.write({ records: [requestRecord(1)], bodies: [], evicted: [] });

    const failing = store.write({
      records: [requestRecord(2)],
      bodies: [],
      evicted: [`${RUN_ID}:n1`],
    });

    await expect(failing).rejects.toMatchObject({ code: "storage_failed" });
    expect(await store.records(RUN_ID, "request")).toHaveLength(1);
  });

  test("orders records by number, not as text", async () => {
    const store = await storeOf(requestRecord(10), requestRecord(9), requestRecord(100));

    expect((await store.records(RUN_ID, "request")).map(({ sequence }) => sequence)).toEqual([
      9, 10, 100,
    ]);
    expect(await store.records(RUN_ID, "run")).toEqual([]);
  });
});

describe("retention priority", () => {
  test("follows what one would miss", () => {
    const image = { resource_type: "Image", mime_type: "image/png" };
    const order = [
      requestRecord(1, { ...image, pinned: true }),
      operationRecord(1),
      requestRecord(1, { ...image, state: "failed" }),
      pageRecord(1),
      requestRecord(1),
      consoleRecord(1),
      requestRecord(1, image),
    ].map(defaultPriority);

    expect(order).toEqual([9, 8, 4, 3, 2, 1, 0]);
    expect(defaultPriority(requestRecord(1, { ...image, status: 400 }))).toBe(4);
    const told = { ...image, status: undefined as never, wire_status: 404 };
    expect(defaultPriority(requestRecord(1, told))).toBe(4);
    expect(defaultPriority(requestRecord(1, { ...image, traffic: "replayed" }))).toBe(4);
    expect(defaultPriority(consoleRecord(1, { level: "error" }))).toBe(4);
    expect(defaultPriority(runRecord())).toBe(Number.POSITIVE_INFINITY);
    expect(defaultPriority({ record: "visit" } as never)).toBe(3);
    expect(defaultPriority({ record: "rule" } as never)).toBe(8);
  });
});

test.each([
  ["a rule's traffic", { traffic: "controlled" }],
  ["what a rule touched", { intervention: { rule_id: "r1", type: "modify", state: "applied" } }],
  ["a replay's traffic", { traffic: "replayed" }],
  ["what a replay sent", { replay_id: "x1" }],
] as const)("%s is kept like a failure, also where it is a resource", (_name, parts) => {
  const image = { resource_type: "Image", mime_type: "image/png" };
  const failure = defaultPriority(requestRecord(1, { ...image, status: 500 }));

  expect(defaultPriority(requestRecord(2, { ...image, ...parts }))).toBe(failure);
  expect(failure).toBeGreaterThan(defaultPriority(requestRecord(3)));
});

describe("ids", () => {
  test("are taken short or long, of the right run and kind only", () => {
    expect(longId(RUN_ID, "request", "n12")).toBe(`${RUN_ID}:n12`);
    expect(longId(RUN_ID, "request", `${RUN_ID}:n12`)).toBe(`${RUN_ID}:n12`);
    for (const wrong of [
      "a12",
      "n",
      "n1x",
      "",
      "n-1",
      "dffffffffffff:n12",
      `${RUN_ID}:`,
      "n1e5",
      "n".repeat(200),
    ]) {
      expect(longId(RUN_ID, "request", wrong), wrong).toBeUndefined();
    }
  });
});
