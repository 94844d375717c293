import { describe, expect, test } from "vitest";
import { savedReader } from "../dist/storage/index.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";
import { bodyOf, collect, empty, GatedStore, open, signal, storedIds } from "./storage/openLog.js";

describe("a run's log", () => {
  test("shows a record to readers before it is written", async () => {
    const { log, store } = open();

    log.put(requestRecord(1), [bodyOf(1, "hello")]);

    const reader = log.reader(signal);
    expect(log.get("request", `${RUN_ID}:n1`)?.url).toBe("http://app.test/api/1");
    expect((await collect(reader.requests())).map(({ id }) => id)).toEqual([`${RUN_ID}:n1`]);
    expect(await reader.body(`${RUN_ID}:n1`, "response")).toBe("hello");
    expect(await storedIds(store)).toEqual([]);
    expect(log.durableSequence).toBe(0);
  });

  test("writes 100 ms after the first change, once a record, the latest version", async () => {
    const store = new GatedStore();
    store.open();
    const { log, clock } = open({ store });
    await log.flush();
    store.batches.length = 0;

    log.put(requestRecord(1, { state: "pending", sequence: 1 }));
    clock.advance(60);
    log.put(requestRecord(1, { sequence: 2 }));
    clock.advance(39);
    expect(store.batches).toHaveLength(0);
    clock.advance(1);
    await log.flush();

    expect(store.batches.map(({ records }) => records.map((record) => record.record))).toEqual([
      ["request"],
    ]);
    expect((await store.records(RUN_ID, "request"))[0]).toMatchObject({
      state: "complete",
      sequence: 2,
    });
    expect(log.durableSequence).toBe(2);
  });

  test("writes at once when 32 records wait", async () => {
    const store = new GatedStore();
    const { log } = open({ store });

    for (let n = 1; n <= 31; n++) log.put(requestRecord(n));
    expect(store.batches).toHaveLength(0);
    log.put(requestRecord(32));
    await store.reached(1);
    store.open();
    await log.flush();

    expect(store.batches[0]?.records.filter(({ record }) => record === "request")).toHaveLength(32);
  });

  test("has one transaction in flight and batches what comes meanwhile", async () => {
    const store = new GatedStore();
    const { log } = open({ store });
    log.put(requestRecord(1));
    const first = log.flush();
    await store.reached(1);
    for (let n = 2; n <= 40; n++) log.put(requestRecord(n));
    expect(store.batches).toHaveLength(1);

    store.open();
    await first;
    await log.flush();

    expect(store.batches).toHaveLength(2);
    expect(await storedIds(store)).toHaveLength(40);
  });

  test("does not call durable what is still in flight", async () => {
    const store = new GatedStore();
    const { log } = open({ store });
    log.put(requestRecord(1));
    const flushed = log.flush();
    await store.reached(1);
    log.put(requestRecord(2));

    expect(log.durableSequence).toBe(0);
    store.open();
    await flushed;
    await log.flush();
    expect(log.durableSequence).toBe(2);
  });

  test("keeps a text that comes before a later version of its request", async () => {
    const { log, store } = open();

    log.put(requestRecord(1, { sequence: 1 }), [bodyOf(1, "early")]);
    log.put(requestRecord(1, { sequence: 2 }));
    await log.flush();

    expect((await store.body(`${RUN_ID}:n1`, "response"))?.text).toBe("early");
  });

  test("merges counts, cursors, storage and its own coverage into the run record", async () => {
    const { log } = open();
    log.put(runRecord({ name: "Save fails", coverage: [{ flag: "from_start" }] }));
    log.put(requestRecord(1, { pinned: true }), [bodyOf(1, "four")]);
    log.put(consoleRecord(2, { level: "error", count: 3 }));
    log.put(operationRecord(3));
    log.put(pageRecord(4));
    await log.flush();

    const run = await log.reader(signal).run();

    const { counts, storage, next_since, durable_sequence, name, coverage } = run;
    expect(counts).toMatchObject({
      requests: 1,
      operations: 1,
      console: 1,
      pages: 1,
      errors: 3,
      dropped_requests: 0,
    });
    expect(storage).toMatchObject({ requests: 1, dropped: 0, pins: 1 });
    expect(storage?.bytes).toBe(JSON.stringify(requestRecord(1, { pinned: true })).length + 4);
    expect({ next_since, durable_sequence, name, coverage }).toEqual({
      next_since: 4,
      durable_sequence: 4,
      name: "Save fails",
      coverage: [{ flag: "from_start" }],
    });
    expect(log.get("run", RUN_ID)).toEqual(run);
  });

  test("does not write a run record that says nothing new", async () => {
    const store = new GatedStore();
    store.open();
    const { log, clock } = open({ store });
    await log.flush();

    log.put(runRecord({ next_since: 7 }));
    clock.advance(5000);
    await log.flush();
    expect(store.batches).toHaveLength(1);
    expect((await log.reader(signal).run()).next_since).toBe(7);
    log.put(runRecord({ url: "http://app.test/elsewhere" }));
    clock.advance(100);
    await log.flush();

    expect(store.batches).toHaveLength(2);
    expect((await store.runs())[0]?.url).toBe("http://app.test/elsewhere");
  });

  test("gives records in browser time, whatever the order they came in", async () => {
    const { log } = open();
    log.put(requestRecord(3, { started_at: START + 1 }));
    log.put(requestRecord(1, { started_at: START + 9 }));
    log.put(requestRecord(2, { started_at: START + 1 }));

    const ids = (await collect(log.reader(signal).requests())).map(({ id }) => id.slice(-2));

    expect(ids).toEqual(["n2", "n3", "n1"]);
  });

  test("a reader stays at the moment it was made", async () => {
    const { log } = open();
    log.put(requestRecord(1));
    const reader = log.reader(signal);
    log.put(requestRecord(2));

    expect(await collect(reader.requests())).toHaveLength(1);
    expect((await reader.run()).counts.requests).toBe(1);
    expect((await log.reader(signal).run()).counts.requests).toBe(2);
  });

  test("an aborted reader stops in the middle of a list", async () => {
    const { log } = open();
    for (let n = 1; n <= 3; n++) log.put(requestRecord(n));
    const abort = new AbortController();
    const seen: string[] = [];

    const reading = (async () => {
      for await (const { id } of log.reader(abort.signal).requests()) {
        seen.push(id);
        abort.abort();
      }
    })();

    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    expect(seen).toHaveLength(1);
    await expect(log.reader(abort.signal).run()).rejects.toMatchObject({ code: "cancelled" });
    await expect(log.reader(abort.signal).body("x", "request")).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  test("filters requests as it hands them out", async () => {
    const { log } = open();
    log.put(requestRecord(1, { status: 500 }));
    log.put(requestRecord(2, { status: 200 }));

    const found = await collect(log.reader(signal).requests({ status: 500, kind: "business" }));

    expect(found.map(({ status }) => status)).toEqual([500]);
  });

  test("is read from the store after it left memory", async () => {
    const { log, store } = open();
    log.put(requestRecord(1), [bodyOf(1, "kept")]);
    log.put(operationRecord(2));
    log.put(runRecord({ state: "stopped", stopped_at: START + 50 }));
    await log.close();

    const reader = await savedReader(store, RUN_ID, signal);

    const { saved_at: _, ...expected } = await log.reader(signal).run();
    expect(await reader?.run()).toMatchObject(expected);
    expect(await collect(reader?.requests() ?? empty())).toHaveLength(1);
    expect(await collect(reader?.operations() ?? empty())).toHaveLength(1);
    expect(await collect(reader?.console() ?? empty())).toHaveLength(0);
    expect(await collect(reader?.pages() ?? empty())).toHaveLength(0);
    expect(await reader?.body(`${RUN_ID}:n1`, "response")).toBe("kept");
    expect(await reader?.body(`${RUN_ID}:n1`, "request")).toBeUndefined();
    expect(await savedReader(store, "dffffffffffff", signal)).toBeUndefined();
  });
});
