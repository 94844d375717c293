import { describe, expect, test } from "vitest";
import { MemoryStore } from "../dist/storage/index.js";
import { RUN_ID, requestRecord, START } from "../dist/testing/index.js";
import { bodyOf, collect, flag, GatedStore, open, signal, storedIds } from "./storage/openLog.js";

describe("a full backlog", () => {
  test("lets the lowest priority go first and tells count and time span", async () => {
    const store = new GatedStore();
    const { log, clock } = open({ store, limits: { pendingEntries: 3 } });
    log.put(requestRecord(1));
    const flushed = log.flush();
    await store.reached(1);

    log.put(requestRecord(2, { status: 500 }));
    log.put(requestRecord(3, { resource_type: "Image", mime_type: "image/png" }));
    log.put(requestRecord(4));
    log.put(requestRecord(5));
    clock.advance(20);
    log.put(requestRecord(6, { status: 404 }));
    store.open();
    await flushed;
    await log.flush();

    expect(await storedIds(store)).toEqual(["n1", "n2", "n5", "n6"]);
    expect(await flag(log, "evidence_write_backlog")).toEqual({
      flag: "evidence_write_backlog",
      count: 2,
      first_at: START,
      last_at: START + 20,
    });
    expect(await collect(log.reader(signal).requests())).toHaveLength(6);
    expect(log.durableSequence).toBe(2);
  });

  test("counts the texts that wait", async () => {
    const store = new GatedStore();
    const { log } = open({ store, limits: { pendingUnits: 10_000 } });
    log.put(requestRecord(1));
    const flushed = log.flush();
    await store.reached(1);

    for (let n = 2; n <= 4; n++) log.put(requestRecord(n), [bodyOf(n, "x".repeat(3000))]);
    store.open();
    await flushed;
    await log.flush();

    expect(await storedIds(store)).toEqual(["n1", "n3", "n4"]);
    expect(await flag(log, "evidence_write_backlog")).toMatchObject({ count: 1 });
    expect(await log.reader(signal).body(`${RUN_ID}:n2`, "response")).toHaveLength(3000);
  });

  test("is made good when the run is closed", async () => {
    const store = new GatedStore();
    const { log } = open({ store, limits: { pendingEntries: 1 } });
    log.put(requestRecord(1));
    const flushed = log.flush();
    await store.reached(1);
    log.put(requestRecord(2), [bodyOf(2, "two")]);
    log.put(requestRecord(3, { status: 500 }));
    store.open();
    await flushed;

    await log.close();

    expect(await storedIds(store)).toEqual(["n1", "n2", "n3"]);
    expect((await store.body(`${RUN_ID}:n2`, "response"))?.text).toBe("two");
    expect(log.durableSequence).toBe(3);
    expect(await flag(log, "evidence_write_backlog")).toMatchObject({ count: 1 });
  });
});

describe("a write that fails", () => {
  test("is tried once more, and then nothing is missing", async () => {
    const store = new MemoryStore({ failWrite: (n) => n === 1 });
    const { log } = open({ store });

    log.put(requestRecord(1));
    await log.flush();

    expect(store.writes).toBe(2);
    expect(await storedIds(store)).toEqual(["n1"]);
    expect(await flag(log, "evidence_write_failed")).toBeUndefined();
    expect(log.durableSequence).toBe(1);
  });

  test("is told in coverage, and the live evidence stays readable", async () => {
    const store = new MemoryStore({ failWrite: (n) => n <= 2 });
    const { log, clock } = open({ store });
    log.put(requestRecord(1), [bodyOf(1, "text")]);
    log.put(requestRecord(2));

    await log.flush();

    expect(await flag(log, "evidence_write_failed")).toMatchObject({
      count: 2,
      first_at: clock.now(),
    });
    expect((await log.reader(signal).run()).storage_error).toBe("The store refused a write.");
    expect(await log.reader(signal).body(`${RUN_ID}:n1`, "response")).toBe("text");
    expect(await collect(log.reader(signal).requests())).toHaveLength(2);
    log.put(requestRecord(3));
    await log.flush();
    expect(log.durableSequence).toBe(0);
    expect((await log.reader(signal).run()).storage_error).toBeUndefined();
  });

  test("is made good by the next version of the record, its text with it", async () => {
    const store = new MemoryStore({ failWrite: (n) => n <= 2 });
    const { log } = open({ store });
    log.put(requestRecord(1, { sequence: 1 }), [bodyOf(1, "text")]);
    await log.flush();

    log.put(requestRecord(1, { sequence: 2 }));
    await log.flush();

    expect((await store.body(`${RUN_ID}:n1`, "response"))?.text).toBe("text");
    expect(log.durableSequence).toBe(2);
  });

  test("does not lose the text of an older version to a newer one that waits", async () => {
    const store = new GatedStore({ failWrite: (n) => n <= 2 });
    const { log } = open({ store });
    log.put(requestRecord(1, { sequence: 1 }), [bodyOf(1, "text")]);
    const flushed = log.flush();
    await store.reached(1);
    log.put(requestRecord(1, { sequence: 2 }));
    store.open();
    await flushed;
    await log.flush();

    expect((await store.body(`${RUN_ID}:n1`, "response"))?.text).toBe("text");
    expect(await flag(log, "evidence_write_failed")).toBeUndefined();
    expect(log.durableSequence).toBe(2);
  });

  test("is not called durable while only a newer version waits", async () => {
    const store = new GatedStore({ failWrite: (n) => n <= 2 });
    const { log } = open({ store });
    log.put(requestRecord(1, { sequence: 1 }));
    const flushed = log.flush();
    await store.reached(1);
    log.put(requestRecord(1, { sequence: 2 }));
    store.open();

    await flushed;

    expect(log.durableSequence).toBe(0);
    await log.flush();
    expect(log.durableSequence).toBe(2);
  });

  test("deletes evicted records with the next write that succeeds", async () => {
    const store = new MemoryStore({ failWrite: (n) => n === 2 || n === 3 });
    const { log } = open({ store, limits: { requests: 2 } });
    for (let n = 1; n <= 2; n++) log.put(requestRecord(n));
    await log.flush();
    log.put(requestRecord(3));
    await log.flush();
    expect(await storedIds(store)).toEqual(["n1", "n2"]);

    log.put(requestRecord(4));
    await log.flush();

    expect(await storedIds(store)).not.toContain("n1");
  });

  test("stays told in the stored run record though the end made it good", async () => {
    const store = new MemoryStore({ failWrite: (n) => n === 2 || n === 3 });
    const { log } = open({ store });
    await log.flush();
    log.put(requestRecord(1));

    await log.close();

    const [run] = await store.runs();
    expect(run?.coverage).toEqual([
      expect.objectContaining({ flag: "evidence_write_failed", count: 1 }),
    ]);
    expect(run?.durable_sequence).toBe(1);
    expect(await storedIds(store)).toEqual(["n1"]);
  });

  test("leaves its loss in the stored run record when the run is closed", async () => {
    const store = new MemoryStore({ failWrite: (n) => n >= 2 && n <= 5 });
    const { log } = open({ store });
    await log.flush();
    log.put(requestRecord(1));

    await log.close();

    const [run] = await store.runs();
    expect(run?.coverage).toEqual([
      expect.objectContaining({ flag: "evidence_write_failed", count: 2 }),
    ]);
    expect(run?.durable_sequence).toBe(0);
    expect(await storedIds(store)).toEqual([]);
  });

  test("is of nothing that run.storage calls saved", async () => {
    const store = new MemoryStore({ failWrite: (n) => n <= 2 });
    const { log } = open({ store });
    log.put(requestRecord(1), [bodyOf(1, "text")]);
    log.put(requestRecord(2));
    const storage = async () => (await log.reader(signal).run()).storage;
    expect(await storage()).toMatchObject({ requests: 0, bytes: 0 });
    await log.flush();
    expect(await storedIds(store)).toEqual([]);
    expect(await storage()).toMatchObject({ requests: 0, bytes: 0 });
    log.put(requestRecord(3));
    await log.flush();
    const one = JSON.stringify(requestRecord(3)).length;
    expect(await storage()).toMatchObject({ requests: 1, bytes: one });

    await log.close();

    expect(await storage()).toMatchObject({ requests: 3, bytes: 3 * one + "text".length });
    expect((await store.runs())[0]?.storage).toEqual(await storage());
  });

  test("never makes put, flush or close throw, though every write fails", async () => {
    const store = new MemoryStore({ failWrite: () => true });
    const { log } = open({ store });
    log.put(requestRecord(1));

    await log.flush();
    await log.close();

    expect(await flag(log, "evidence_write_failed")).toMatchObject({ count: 2 });
    expect(await collect(log.reader(signal).requests())).toHaveLength(1);
    expect((await log.reader(signal).run()).storage).toMatchObject({ requests: 0, bytes: 0 });
  });
});
