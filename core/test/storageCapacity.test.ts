import { describe, expect, test } from "vitest";
import { exportRun, readRequest } from "../dist/analysis/index.js";
import { Core } from "../dist/Core.js";
import { MemoryStore, RunLog } from "../dist/storage/index.js";
import {
  consoleRecord,
  ManualClock,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";
import { bodyOf, collect, flag, GatedStore, open, signal, storedIds } from "./storage/openLog.js";

const kept = { response_body: { state: "available", chars: 3 } } as const;

describe("capacity", () => {
  test("takes the lowest priority, the oldest of it, and says so", async () => {
    const { log, store } = open({ limits: { requests: 3 } });
    const image = { resource_type: "Image", mime_type: "image/png" };
    log.put(requestRecord(1, { ...image, started_at: START + 5 }), [bodyOf(1, "one")]);
    log.put(requestRecord(2, { ...image, started_at: START + 3 }), [bodyOf(2, "two")]);
    log.put(requestRecord(3));
    await log.flush();

    log.put(requestRecord(4));
    log.put(requestRecord(5, { status: 500 }));
    await log.flush();

    expect(await storedIds(store)).toEqual(["n3", "n4", "n5"]);
    expect(await store.body(`${RUN_ID}:n1`, "response")).toBeUndefined();
    expect(log.get("request", `${RUN_ID}:n2`)).toBeUndefined();
    expect(await log.reader(signal).body(`${RUN_ID}:n2`, "response")).toBeUndefined();
    const run = await log.reader(signal).run();
    expect(run.counts).toMatchObject({ requests: 3, dropped_requests: 2 });
    expect(run.storage?.dropped).toBe(2);
    expect(await flag(log, "evidence_storage_limit")).toMatchObject({ count: 2 });
  });

  test("that takes a request while it is read is told as that", async () => {
    const { log } = open({ limits: { requests: 1, liveTextUnits: 0 } });
    log.put(requestRecord(1, kept), [bodyOf(1, "one")]);
    await log.flush();
    const reader = log.reader(signal);

    log.put(requestRecord(2, { status: 500 }));

    const { request } = await readRequest(reader, { session: "abcd", id: "n1", part: "response" });
    expect(request.response_body).toEqual({ state: "evicted", reason: "memory_limit" });
  });

  test("does not reach into an export that has begun", async () => {
    const { log, store } = open({ limits: { requests: 2, liveTextUnits: 3 } });
    for (const [number, text] of ["one", "two"].entries())
      log.put(requestRecord(number + 1, kept), [bodyOf(number + 1, text)]);
    await log.flush(); // memory holds the latest of them
    const reader = await log.snapshot(signal);

    for (const number of [3, 4]) log.put(requestRecord(number, { status: 500 }));
    await log.flush();

    expect(await storedIds(store)).toEqual(["n3", "n4"]);
    const document = await exportRun(reader, new Core(), START);
    expect(document.requests.map(({ response_body: body }) => body.text)).toEqual(["one", "two"]);
    expect(document.run.counts).toMatchObject({ requests: 2, dropped_requests: 0 });
  });

  test("counts what it took with the operation of its time, and keeps the count", async () => {
    const { log, store } = open({ limits: { requests: 1 } });
    const done = { state: "completed" as const, finished_at: START + 100 };
    const first = operationRecord(1, { started_at: START, ...done });
    log.put(first);
    log.put(operationRecord(2, { started_at: START + 50_000 }));
    const at = (n: number, ms: number, parts = {}) =>
      log.put(requestRecord(n, { started_at: START + ms, ...parts }));
    at(1, 10);
    at(2, 20);
    at(3, 30, { replay_id: `${RUN_ID}:x1`, traffic: "replayed" });
    at(4, 40_000, { status: 500 });
    at(5, 50_001, { status: 500 });
    log.put({ ...first, sequence: 9, target: "later" });
    await log.flush();

    const operations = await collect(log.reader(signal).operations());
    expect(operations.map(({ evicted_requests: count }) => count)).toEqual([2, undefined]);
    expect(operations[0]?.target).toBe("later");
    expect((await log.reader(signal).run()).counts.dropped_requests).toBe(4);
    expect((await store.records(RUN_ID, "operation"))[0]).toMatchObject({ evicted_requests: 2 });
  });

  test("takes documents after scripts and images, before data", async () => {
    const { log } = open({ limits: { requests: 2 } });
    const ordinary = { mime_type: "text/html" };
    log.put(requestRecord(1, { ...ordinary, resource_type: "Document" }));
    log.put(requestRecord(2, { ...ordinary, resource_type: "Script" }));
    log.put(requestRecord(3, { ...ordinary, resource_type: "Fetch" }));
    const ids = async () =>
      (await collect(log.reader(signal).requests())).map(({ id }) => id.slice(-2));

    expect(await ids()).toEqual(["n1", "n3"]);
    log.put(requestRecord(4, { ...ordinary, resource_type: "Fetch" }));
    expect(await ids()).toEqual(["n3", "n4"]);
  });

  test("never takes what is pinned or in flight", async () => {
    const { log } = open({ limits: { requests: 2 } });
    log.put(requestRecord(1, { pinned: true, resource_type: "Image" }));
    log.put(requestRecord(2, { state: "pending" }));
    log.put(requestRecord(3, { response_body: { state: "pending" } }));
    log.put(requestRecord(4, { status: 500 }));
    log.put(requestRecord(5, { state: "open" }));

    const ids = (await collect(log.reader(signal).requests())).map(({ id }) => id.slice(-2));

    // Nothing finished is left to take; the open stream went last.
    expect(ids).toEqual(["n1", "n2", "n3"]);
  });

  test("does not let a late update bring back what it took", async () => {
    const { log, store } = open({ limits: { requests: 1 } });
    log.put(requestRecord(1, { resource_type: "Image", mime_type: "image/png" }));
    log.put(requestRecord(2));
    log.put(requestRecord(1, { sequence: 3, status: 500 }), [bodyOf(1, "late")]);
    await log.flush();

    expect(await storedIds(store)).toEqual(["n2"]);
    expect(await store.body(`${RUN_ID}:n1`, "response")).toBeUndefined();
    expect((await log.reader(signal).run()).counts.dropped_requests).toBe(1);
  });

  test("measures records and their texts", async () => {
    const one = JSON.stringify(requestRecord(1)).length + 2000;
    const { log, store } = open({ limits: { requestUnits: 2 * one + 100 } });

    for (let n = 1; n <= 3; n++) log.put(requestRecord(n), [bodyOf(n, "x".repeat(2000))]);
    await log.flush();

    expect(await storedIds(store)).toEqual(["n2", "n3"]);
    expect((await log.reader(signal).run()).storage?.bytes).toBe(2 * one);
  });

  test("measures all other records, too, for the bound of the history", async () => {
    const { log } = open({ limits: { consoleErrors: 1 } });
    const sizes = async () => (await log.reader(signal).run()).storage;
    const page = pageRecord(1, { text: "x".repeat(6000) });
    const size = (record: object): number => JSON.stringify(record).length;
    const entry = (number: number) => consoleRecord(number, { level: "error", at: START + number });

    log.put(page);
    log.put(entry(1));
    await log.flush();
    expect(await sizes()).toMatchObject({
      requests: 0,
      bytes: 0,
      all_bytes: size(page) + size(entry(1)),
    });

    log.put(entry(2)); // takes the place of the first
    await log.flush();
    expect(await sizes()).toMatchObject({ all_bytes: size(page) + size(entry(2)) });
  });

  test("asks plugins first, but no plugin takes a pin away", async () => {
    const core = new Core();
    core.hooks.retentionPriority.tap("test", (record) =>
      record.record === "request" && record.url.endsWith("/2")
        ? 100
        : record.record === "request"
          ? -1
          : undefined,
    );
    const { log } = open({ core, limits: { requests: 2 } });
    log.put(requestRecord(1, { pinned: true }));
    log.put(requestRecord(2, { resource_type: "Image" }));
    log.put(requestRecord(3, { status: 500 }));

    const ids = (await collect(log.reader(signal).requests())).map(({ id }) => id.slice(-2));

    expect(ids).toEqual(["n1", "n2"]);
  });

  test("goes on without a plugin that throws", async () => {
    const core = new Core();
    core.hooks.retentionPriority.tap("broken", () => {
      throw new Error("broken");
    });
    core.hooks.beforeStore.tapPromise("broken", async () => {
      throw new Error("broken");
    });
    const { log, store } = open({ core });

    log.put(requestRecord(1));
    await log.flush();

    expect(await storedIds(store)).toEqual(["n1"]);
    expect(core.taps.get("broken")?.failures).toBe(2);
  });

  test("tells a plugin of each batch before it is written", async () => {
    const core = new Core();
    const store = new GatedStore();
    const seen: number[] = [];
    core.hooks.beforeStore.tapPromise("watches", async ({ records }) => {
      seen.push(records.length - store.batches.length);
    });
    store.open();
    const { log } = open({ core, store });

    log.put(requestRecord(1));
    await log.flush();

    expect(seen).toEqual([2]);
  });

  test("keeps errors of the console though noise floods it", async () => {
    const { log, store } = open({ limits: { console: 3, consoleErrors: 2 } });
    log.put(consoleRecord(1, { level: "error" }));
    for (let n = 2; n <= 9; n++) log.put(consoleRecord(n));
    await log.flush();

    expect(await storedIds(store, "console")).toEqual(["c1", "c7", "c8", "c9"]);
    for (let n = 10; n <= 12; n++) log.put(consoleRecord(n, { level: "error" }));
    await log.flush();
    expect(await storedIds(store, "console")).toEqual(["c7", "c8", "c9", "c11", "c12"]);
    expect(await flag(log, "console_limit")).toMatchObject({ count: 7 });
    expect((await log.reader(signal).run()).counts.dropped_console).toBe(7);
  });

  test("drops the oldest finished operation with the observations that only it names", async () => {
    const { log, store } = open({ limits: { operations: 2 } });
    log.put(pageRecord(1, { cause: "before", operation_id: `${RUN_ID}:a1` }));
    log.put(pageRecord(2, { cause: "after", operation_id: `${RUN_ID}:a1` }));
    log.put(pageRecord(3, { cause: "load", operation_id: `${RUN_ID}:a1` }));
    log.put(
      operationRecord(1, { state: "completed", before: `${RUN_ID}:g1`, after: `${RUN_ID}:g2` }),
    );
    log.put(
      operationRecord(2, { state: "completed", before: `${RUN_ID}:g2`, started_at: START + 2 }),
    );
    await log.flush();
    log.put(operationRecord(3, { started_at: START + 3 }));
    await log.flush();

    expect(await storedIds(store, "operation")).toEqual(["a2", "a3"]);
    expect(await storedIds(store, "page")).toEqual(["g2", "g3"]);
    expect(await flag(log, "operation_limit")).toMatchObject({ count: 1 });
  });

  test("drops the oldest finished operation, not an older one that runs", async () => {
    const { log, store } = open({ limits: { operations: 2 } });
    const { finished_at: _none, ...running } = operationRecord(1, { state: "running" });
    log.put(running);
    log.put(operationRecord(2, { state: "completed", started_at: START + 2 }));
    log.put(operationRecord(3, { started_at: START + 3 }));
    await log.flush();

    expect(await storedIds(store, "operation")).toEqual(["a1", "a3"]);
  });

  test("goes on counting where a stored run record ended", async () => {
    const store = new MemoryStore();
    const run = runRecord({
      coverage: [{ flag: "evidence_storage_limit", count: 4, first_at: 1, last_at: 2 }],
      counts: { ...runRecord().counts, dropped_requests: 4 },
    });
    const log = new RunLog({
      run,
      store,
      clock: new ManualClock(),
      hooks: new Core().hooks,
      limits: { requests: 1 },
    });
    log.put(requestRecord(1));
    log.put(requestRecord(2));

    expect((await log.reader(signal).run()).counts.dropped_requests).toBe(5);
    expect(await flag(log, "evidence_storage_limit")).toEqual({
      flag: "evidence_storage_limit",
      count: 5,
      first_at: 1,
      last_at: START,
    });
  });

  test("writes what storage changed in the run record at most every two seconds", async () => {
    const store = new GatedStore();
    store.open();
    const { log, clock } = open({ store, limits: { requests: 1 } });
    await log.flush();
    const runsWritten = () =>
      store.batches.flatMap(({ records }) => records).filter(({ record }) => record === "run");

    for (let n = 1; n <= 5; n++) {
      log.put(requestRecord(n));
      clock.advance(100);
      await log.flush();
    }
    expect(runsWritten()).toHaveLength(1);
    clock.advance(2000);
    log.put(requestRecord(6));
    await log.flush();

    expect(runsWritten()).toHaveLength(2);
    expect((await store.runs())[0]?.counts.dropped_requests).toBe(5);
  });
});

describe("texts in memory", () => {
  test("leave when the store has them, the oldest first, and are read from there", async () => {
    const { log, store } = open({ limits: { liveTextUnits: 25 } });
    for (let n = 1; n <= 4; n++) log.put(requestRecord(n), [bodyOf(n, `${n}`.repeat(10))]);
    await log.flush();
    await store.write({
      records: [],
      bodies: [bodyOf(1, "from the store"), bodyOf(4, "from the store")],
      evicted: [],
    });

    const reader = log.reader(signal);

    expect(await reader.body(`${RUN_ID}:n1`, "response")).toBe("from the store");
    expect(await reader.body(`${RUN_ID}:n4`, "response")).toBe("4444444444");
  });

  test("do not leave while only an older text of theirs was written", async () => {
    const store = new GatedStore();
    const { log } = open({ store, limits: { liveTextUnits: 1, batchEntries: 1 } });
    log.put(requestRecord(1, { sequence: 1 }), [bodyOf(1, "old")]);
    await store.reached(1);
    log.put(requestRecord(1, { sequence: 2 }), [bodyOf(1, "new")]);
    store.letOneThrough();
    await store.reached(2);

    expect(await log.reader(signal).body(`${RUN_ID}:n1`, "response")).toBe("new");
  });

  test("are called evicted when neither memory nor store has them", async () => {
    const store = new MemoryStore({ failWrite: (n) => n <= 2 });
    const { log } = open({ store, limits: { liveTextUnits: 15 } });
    const available = { response_body: { state: "available" as const, chars: 10 } };
    log.put(requestRecord(1, available), [bodyOf(1, "1".repeat(10))]);
    log.put(requestRecord(2, available), [bodyOf(2, "2".repeat(10))]);

    await log.flush();

    expect(log.get("request", `${RUN_ID}:n1`)?.response_body).toEqual({
      state: "evicted",
      reason: "storage_failed",
    });
    expect(log.get("request", `${RUN_ID}:n2`)?.response_body.state).toBe("available");
    expect(await log.reader(signal).body(`${RUN_ID}:n1`, "response")).toBeUndefined();
  });

  test("that the store cannot give are undefined, and coverage says so", async () => {
    const store = new (class extends MemoryStore {
      override async body(): Promise<never> {
        throw new Error("gone");
      }
    })();
    const { log } = open({ store, limits: { liveTextUnits: 1 } });
    log.put(requestRecord(1), [bodyOf(1, "text")]);
    await log.flush();

    expect(await log.reader(signal).body(`${RUN_ID}:n1`, "response")).toBeUndefined();
    expect(await flag(log, "evidence_read_failed")).toMatchObject({ count: 1 });
  });
});
