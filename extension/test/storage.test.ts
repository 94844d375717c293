import {
  type BodyText,
  BskError,
  type EvidenceBatch,
  type EvidenceStore,
  MemoryStore,
} from "@bsk/core";
import {
  asRedacted,
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
} from "@bsk/core/testing";
import "fake-indexeddb/auto";
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DATABASE, IdbStore } from "../dist/tsc/storage/IdbStore.js";
import { CURRENT_VERSION, MIGRATIONS } from "../dist/tsc/storage/migrations.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const OTHER = "dba9876543210";

let store: IdbStore;

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  store = new IdbStore();
});

afterEach(async () => {
  await store.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const write = (batch: Partial<EvidenceBatch>, into: EvidenceStore = store) =>
  into.write({ records: [], bodies: [], evicted: [], ...batch });

const bodyOf = (number: number, part: BodyText["part"], text: string, run = RUN_ID) =>
  asRedacted<BodyText>({ id: `${run}:n${number}`, run_id: run, part, text });

interface Asked {
  readonly database: IDBDatabase;
  readonly mode: IDBTransactionMode | undefined;
  readonly durability: string | undefined;
}

/** Every transaction that is begun from now on. */
function spyOnTransactions(): Asked[] {
  const seen: Asked[] = [];
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
    this: IDBDatabase,
    names,
    mode,
    options,
  ) {
    seen.push({ database: this, mode, durability: options?.durability });
    return transaction.call(this, names, mode, options);
  });
  return seen;
}

describe("the evidence store", () => {
  test("gives back each kind in the order of numbers", async () => {
    const records = [
      requestRecord(10),
      requestRecord(9),
      consoleRecord(1),
      operationRecord(2),
      pageRecord(3),
    ];
    await write({ records: [runRecord(), ...records] });

    expect((await store.records(RUN_ID, "request")).map(({ id }) => id)).toEqual([
      `${RUN_ID}:n9`,
      `${RUN_ID}:n10`,
    ]);
    expect(await store.records(RUN_ID, "console")).toEqual([consoleRecord(1)]);
    expect(await store.records(RUN_ID, "operation")).toEqual([operationRecord(2)]);
    expect(await store.records(RUN_ID, "page")).toEqual([pageRecord(3)]);
    expect(await store.records(RUN_ID, "run")).toEqual([runRecord()]);
    expect(await store.records(OTHER, "run")).toEqual([]);
  });

  test("survives its own closing, as it would a worker's end", async () => {
    await write({ records: [requestRecord(1)], bodies: [bodyOf(1, "response", "text")] });
    await store.close();

    const again = new IdbStore();

    expect(await again.records(RUN_ID, "request")).toEqual([requestRecord(1)]);
    expect((await again.body(`${RUN_ID}:n1`, "response"))?.text).toBe("text");
    expect(await again.body(`${RUN_ID}:n1`, "request")).toBeUndefined();
    await again.close();
  });

  test("gives every text of one run", async () => {
    const bodies = [bodyOf(1, "request", "a"), bodyOf(10, "response", "b")];
    await write({ bodies: [...bodies, bodyOf(1, "response", "c", OTHER)] });

    expect(await store.bodies(RUN_ID)).toEqual(bodies);
  });

  test("replaces by id and deletes what was evicted, bodies with it", async () => {
    await write({
      records: [requestRecord(1), requestRecord(2), consoleRecord(1)],
      bodies: [bodyOf(1, "request", "a"), bodyOf(1, "response", "b")],
    });

    await write({
      records: [requestRecord(2, { status: 500 })],
      evicted: [`${RUN_ID}:n1`, `${RUN_ID}:c1`],
    });

    expect((await store.records(RUN_ID, "request")).map(({ status }) => status)).toEqual([500]);
    expect(await store.records(RUN_ID, "console")).toEqual([]);
    expect(await store.body(`${RUN_ID}:n1`, "request")).toBeUndefined();
    expect(await store.body(`${RUN_ID}:n1`, "response")).toBeUndefined();
  });

  test("lists runs oldest first", async () => {
    await write({
      records: [runRecord({ id: OTHER, started_at: 1 }), runRecord({ started_at: 2 })],
    });

    expect((await store.runs()).map(({ id }) => id)).toEqual([OTHER, RUN_ID]);
  });

  test("deletes a run and nothing of another", async () => {
    const other = requestRecord(1, { id: `${OTHER}:n1`, run_id: OTHER });
    await write({
      records: [runRecord(), requestRecord(1), pageRecord(1), runRecord({ id: OTHER }), other],
      bodies: [bodyOf(1, "response", "mine"), bodyOf(1, "response", "theirs", OTHER)],
    });

    await store.deleteRun(RUN_ID);

    expect((await store.runs()).map(({ id }) => id)).toEqual([OTHER]);
    expect(await store.records(RUN_ID, "request")).toEqual([]);
    expect(await store.records(RUN_ID, "page")).toEqual([]);
    expect(await store.body(`${RUN_ID}:n1`, "response")).toBeUndefined();
    expect(await store.records(OTHER, "request")).toEqual([other]);
    expect((await store.body(`${OTHER}:n1`, "response"))?.text).toBe("theirs");
  });

  test("waits for the disk when a batch holds a run record, and only then", async () => {
    const asked = spyOnTransactions();

    await write({ records: [requestRecord(1)] });
    await write({ records: [runRecord(), requestRecord(2)] });
    await store.deleteRun(RUN_ID);

    const writes = asked.filter(({ mode }) => mode === "readwrite");
    expect(writes.map(({ mode, durability }) => `${mode} ${durability}`)).toEqual([
      "readwrite relaxed",
      "readwrite strict",
      "readwrite strict",
    ]);
  });

  test("writes all of a batch or nothing", async () => {
    await write({ records: [requestRecord(1)] });
    const unclonable = asRedacted({ ...requestRecord(2), url: (() => "") as unknown as string });

    const failing = write({ records: [requestRecord(3), unclonable], evicted: [`${RUN_ID}:n1`] });

    await expect(failing).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("DataCloneError"),
    });
    expect((await store.records(RUN_ID, "request")).map(({ id }) => id)).toEqual([`${RUN_ID}:n1`]);
  });

  test("a transaction that the browser aborts is a failed write", async () => {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      const request = put.call(this, value, key);
      const { transaction } = this;
      request.addEventListener("success", () => {
        (transaction as unknown as { _abort(name: string): void })._abort("QuotaExceededError");
      });
      return request;
    });

    const failing = write({ records: [requestRecord(1)] });

    await expect(failing).rejects.toBeInstanceOf(BskError);
    await expect(failing).rejects.toMatchObject({
      message: expect.stringContaining("QuotaExceededError"),
    });
    vi.restoreAllMocks();
    expect(await store.records(RUN_ID, "request")).toEqual([]);
  });

  test("makes way for a newer build that opens the database", async () => {
    await write({ records: [requestRecord(1)] });

    const newer = await openDB(DATABASE, CURRENT_VERSION + 1);

    expect(newer.version).toBe(CURRENT_VERSION + 1);
    // What is newer than this build is not touched.
    await expect(store.runs()).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("VersionError"),
    });
    newer.close();
  });

  test("opens again after the browser took the database away", async () => {
    await write({ records: [requestRecord(1)] });
    const asked = spyOnTransactions();
    await store.runs();
    const database = asked.at(-1)?.database;
    if (!database) throw new Error("no transaction was begun");

    forceCloseDatabase(database as never);

    expect(await store.records(RUN_ID, "request")).toHaveLength(1);
  });

  test("says storage_failed when there is no database at all, and tries again later", async () => {
    const working = indexedDB;
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("no", "UnknownError");
      },
    });
    await expect(store.runs()).rejects.toMatchObject({ code: "storage_failed" });

    vi.stubGlobal("indexedDB", working);

    expect(await store.runs()).toEqual([]);
  });

  test("holds what the memory store holds, whatever is written", async () => {
    const draw = generator(seed);
    for (let round = 0; round < 30; round++) {
      vi.stubGlobal("indexedDB", new IDBFactory());
      const real = new IdbStore();
      const model = new MemoryStore();
      let sequence = 0;
      const numbers = (most: number) => Array.from({ length: draw(most + 1) }, () => 1 + draw(6));
      for (let batches = draw(7); batches > 0; batches--) {
        const made: EvidenceBatch = {
          records: [
            ...numbers(4).map((n) => requestRecord(n, { sequence: ++sequence })),
            ...numbers(3).map((n) => consoleRecord(n, { sequence: ++sequence })),
          ],
          bodies: numbers(3).map((n) =>
            bodyOf(n, draw(2) === 0 ? "request" : "response", `text ${++sequence}`),
          ),
          evicted: numbers(2).map((n) => `${RUN_ID}:n${n}`),
        };
        await real.write(made);
        await model.write(made);
      }
      expect(await real.records(RUN_ID, "request"), `seed ${seed}`).toEqual(
        await model.records(RUN_ID, "request"),
      );
      expect(await real.records(RUN_ID, "console"), `seed ${seed}`).toEqual(
        await model.records(RUN_ID, "console"),
      );
      for (let n = 1; n <= 6; n++) {
        for (const part of ["request", "response"] as const) {
          const id = `${RUN_ID}:n${n}`;
          expect((await real.body(id, part))?.text, `seed ${seed}`).toBe(
            (await model.body(id, part))?.text,
          );
        }
      }
      await real.close();
    }
  });
});

/** Numbers below a bound, the same for the same seed (Numerical Recipes' linear congruence). */
function generator(from: number): (below: number) => number {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("migrations", () => {
  test("lead without a gap from nothing to the current version", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(
      MIGRATIONS.map((_, index) => index + 1),
    );
    expect(CURRENT_VERSION).toBe(MIGRATIONS.length);
  });

  test("leave what older builds wrote as it is: nothing is invented in it", async () => {
    const {
      counts,
      coverage: _coverage,
      next_since: _next,
      durable_sequence: _durable,
      ...run
    } = runRecord();
    const { integrity: _integrity, traffic: _traffic, ...request } = requestRecord(1);
    const old = { run: { ...run, counts: { requests: counts.requests } }, request };
    for (let from = 1; from <= CURRENT_VERSION; from++) {
      vi.stubGlobal("indexedDB", new IDBFactory());
      const database = await openDB(DATABASE, from, {
        upgrade(opened, _from, _to, transaction) {
          for (const { version, migrate } of MIGRATIONS)
            if (version <= from) migrate(opened as never, transaction as never);
        },
      });
      await database.put("runs", old.run, RUN_ID);
      await database.put("records", old.request, [RUN_ID, "n", 1]);
      await database.put("bodies", { id: request.id, run_id: RUN_ID, part: "request", text: "x" }, [
        request.id,
        "request",
      ]);
      database.close();

      const upgraded = new IdbStore();

      expect(await upgraded.runs()).toEqual([old.run]);
      expect(await upgraded.records(RUN_ID, "request")).toEqual([old.request]);
      expect((await upgraded.body(request.id, "request"))?.text).toBe("x");
      await upgraded.close();
    }
  });

  test("make the stores from every earlier version", async () => {
    for (let from = 0; from < CURRENT_VERSION; from++) {
      vi.stubGlobal("indexedDB", new IDBFactory());
      if (from > 0) {
        const old = await openDB(DATABASE, from, {
          upgrade(database, _from, _to, transaction) {
            for (const { version, migrate } of MIGRATIONS) {
              if (version <= from) migrate(database as never, transaction as never);
            }
          },
        });
        old.close();
      }
      const upgraded = new IdbStore();
      expect(await upgraded.runs()).toEqual([]);
      await upgraded.close();
      const database = await openDB(DATABASE, CURRENT_VERSION);
      expect([...database.objectStoreNames]).toEqual(["bodies", "records", "runs"]);
      database.close();
    }
  });
});
