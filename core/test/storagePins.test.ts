import { describe, expect, test } from "vitest";
import { MemoryStore, pinSaved, STORAGE_LIMITS } from "../dist/storage/index.js";
import { RUN_ID, requestRecord, runRecord } from "../dist/testing/index.js";
import { bodyOf, open, signal, storedIds } from "./storage/openLog.js";

const id = (number: number): string => `${RUN_ID}:n${number}`;
const image = { resource_type: "Image", mime_type: "image/png" } as const;

describe("a pin on a running capture", () => {
  test("keeps a request that capacity would take first, until it is taken off", async () => {
    const { log, store } = open({ limits: { requests: 2 } });
    log.put(requestRecord(1, image));
    expect(log.pin(id(1), true, 2)).toBe(true);
    for (let n = 3; n <= 5; n++) log.put(requestRecord(n, { status: 500 }));
    await log.flush();

    expect(await storedIds(store)).toEqual(["n1", "n5"]);
    expect((await log.reader(signal).run()).storage?.pins).toBe(1);

    log.pin(id(1), false, 6);
    log.put(requestRecord(7));
    await log.flush();

    expect(await storedIds(store)).toEqual(["n5", "n7"]);
    expect((await log.reader(signal).run()).storage?.pins).toBe(0);
  });

  test("stays when the capture brings a later version of the request", async () => {
    const { log } = open();
    log.put(requestRecord(1));
    log.pin(id(1), true, 2);

    log.put(requestRecord(1, { sequence: 3, transfer_bytes: 77 }));

    expect(log.get("request", id(1))).toMatchObject({ pinned: true, transfer_bytes: 77 });
  });

  test("brings the request back to whoever reads on by sequence", async () => {
    const { log } = open();
    log.put(requestRecord(1));
    log.put(requestRecord(2));

    log.pin(id(1), true, 3);

    expect(log.get("request", id(1))?.sequence).toBe(3);
    expect((await log.reader(signal).run()).next_since).toBe(3);
  });

  test("is no change where it is as asked for already", () => {
    const { log } = open();
    log.put(requestRecord(1));

    expect(log.pin(id(1), false, 2)).toBe(false);
    expect(log.pin(id(9), true, 2)).toBe(false);
    expect(log.get("request", id(1))?.sequence).toBe(1);
  });

  test.each([
    ["is pending", { state: "pending" }],
    ["never ends", { state: "open" }],
    ["waits for its response body", { response_body: { state: "pending" } }],
    ["waits for its request body", { request_body: { state: "pending" } }],
  ] as const)("is refused for a request that %s", (_name, parts) => {
    const { log } = open();
    log.put(requestRecord(1, parts));

    expect(() => log.pin(id(1), true, 2)).toThrow(
      expect.objectContaining({ code: "request_pending" }),
    );
  });

  test("is refused beyond twenty a run", () => {
    const { log } = open();
    for (let n = 1; n <= 21; n++) log.put(requestRecord(n));
    for (let n = 1; n <= 20; n++) log.pin(id(n), true, 100 + n);

    expect(() => log.pin(id(21), true, 130)).toThrow(
      expect.objectContaining({ code: "pin_limit", data: { limit: 20 } }),
    );
    log.pin(id(3), false, 131);
    expect(log.pin(id(21), true, 132)).toBe(true);
  });

  test("is refused for a request over a twentieth of what a run may keep", () => {
    const most = Math.floor(STORAGE_LIMITS.requestUnits / 20);
    const { log } = open();
    const own = JSON.stringify(requestRecord(1)).length;
    log.put(requestRecord(1), [bodyOf(1, "x".repeat(most - own))]);
    log.put(requestRecord(2), [bodyOf(2, "x".repeat(most - own + 1))]);

    expect(log.pin(id(1), true, 3)).toBe(true);
    expect(() => log.pin(id(2), true, 4)).toThrow(
      expect.objectContaining({
        code: "pin_too_large",
        data: { id: id(2), units: most + 1, limit: most },
      }),
    );
  });
});

describe("a pin on a saved run", () => {
  async function saved(parts: Parameters<typeof runRecord>[0] = {}) {
    const store = new MemoryStore();
    const storage = { requests: 2, bytes: 900, dropped: 0, pins: 0 };
    const run = runRecord({
      state: "stopped",
      next_since: 2,
      durable_sequence: 2,
      storage,
      ...parts,
    });
    await store.write({
      records: [run, requestRecord(1), requestRecord(2, { state: "pending" })],
      bodies: [bodyOf(1, "x".repeat(500))],
      evicted: [],
    });
    return store;
  }
  const pin = (store: MemoryStore, number: number, isPinned = true, limits = STORAGE_LIMITS) =>
    pinSaved(store, { runId: RUN_ID, id: id(number), isPinned, limits });

  test("is written with the run's count, and taken off again", async () => {
    const store = await saved();

    await pin(store, 1);
    const [pinned] = await store.records(RUN_ID, "request");
    const [counted] = await store.runs();
    await pin(store, 1, false);
    const [free] = await store.records(RUN_ID, "request");
    const [none] = await store.runs();

    expect(pinned).toMatchObject({ pinned: true, sequence: 3 });
    expect(counted).toMatchObject({
      next_since: 3,
      durable_sequence: 3,
      storage: { pins: 1, bytes: 900 },
    });
    expect(free).not.toHaveProperty("pinned");
    expect(none?.storage?.pins).toBe(0);
  });

  test("writes nothing where nothing changes", async () => {
    const store = await saved();

    await pin(store, 1, false);
    await pin(store, 9);

    expect(store.writes).toBe(1);
  });

  test("is refused as on a running capture", async () => {
    const store = await saved();
    const small = { ...STORAGE_LIMITS, requestUnits: 400 };

    await expect(pin(store, 2)).rejects.toMatchObject({ code: "request_pending" });
    await expect(pin(store, 1, true, { ...STORAGE_LIMITS, pins: 0 })).rejects.toMatchObject({
      code: "pin_limit",
    });
    await expect(pin(store, 1, true, small)).rejects.toMatchObject({ code: "pin_too_large" });
    expect((await store.records(RUN_ID, "request")).some(({ pinned }) => pinned)).toBe(false);
  });

  test("does not reach a record that capacity took", async () => {
    const store = await saved();
    await store.write({ records: [], bodies: [], evicted: [id(1)] });

    await pin(store, 1);

    expect(await store.records(RUN_ID, "request")).toHaveLength(1);
    expect((await store.runs())[0]?.storage?.pins).toBe(0);
  });
});
