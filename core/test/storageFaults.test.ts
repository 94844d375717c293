import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Core } from "../dist/Core.js";
import type { BodyText, EvidenceRecord } from "../dist/records.js";
import { MemoryStore, RunLog } from "../dist/storage/index.js";
import {
  asRedacted,
  ManualClock,
  operationRecord,
  RUN_ID,
  requestRecord,
  runRecord,
} from "../dist/testing/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const signal = new AbortController().signal;

interface Setup {
  readonly log: RunLog;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly puts: { readonly id: string; readonly sequence: number }[];
}

function open(failWrite: (n: number) => boolean): Setup {
  const store = new MemoryStore({ failWrite });
  const clock = new ManualClock();
  const limits = {
    batchEntries: 3,
    pendingEntries: 8,
    requests: 12,
    liveTextUnits: 60,
    pendingUnits: 9000,
  };
  const log = new RunLog({ run: runRecord(), store, clock, hooks: new Core().hooks, limits });
  const puts: Setup["puts"] = [];
  const put = log.put.bind(log);
  log.put = (record, bodies) => {
    if (record.record !== "run") puts.push(record);
    put(record, bodies);
  };
  return { log, store, clock, puts };
}

function bodyOf(number: number, text: string) {
  return asRedacted<BodyText>({
    id: `${RUN_ID}:n${number}`,
    run_id: RUN_ID,
    part: "response",
    text,
  });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function liveRecords(log: RunLog): Promise<EvidenceRecord[]> {
  const reader = log.reader(signal);
  return [...(await collect(reader.requests())), ...(await collect(reader.operations()))];
}

async function storedRecords(store: MemoryStore): Promise<Map<string, EvidenceRecord>> {
  const all = [
    ...(await store.records(RUN_ID, "request")),
    ...(await store.records(RUN_ID, "operation")),
  ];
  return new Map(all.map((record) => [record.id, record]));
}

/** What `durable_sequence` covers is in the store: of each record at least the version that was put by then. */
async function expectDurable({ log, store, puts }: Setup): Promise<void> {
  const durable = log.durableSequence;
  const live = new Map((await liveRecords(log)).map((record) => [record.id, record]));
  const stored = await storedRecords(store);
  for (const { id, sequence } of puts) {
    if (sequence > durable || !live.has(id)) continue;
    const found = stored.get(id);
    expect(
      found && "sequence" in found ? found.sequence : 0,
      `${id} at ${sequence}, durable ${durable}`,
    ).toBeGreaterThanOrEqual(sequence);
  }
}

/** Every record is in the store as it is in memory, or coverage counts a loss; nothing evicted is left. */
async function expectNoSilentLoss({ log, store }: Setup): Promise<void> {
  const stored = await storedRecords(store);
  const live = await liveRecords(log);
  const missing = live.filter(
    (record) => JSON.stringify(stored.get(record.id)) !== JSON.stringify(record),
  );
  const { coverage, durable_sequence: durable, next_since: next } = await log.reader(signal).run();
  const told = coverage.filter(
    ({ flag }) => flag === "evidence_write_failed" || flag === "evidence_write_backlog",
  );
  if (missing.length > 0) {
    expect(told.reduce((sum, { count = 0 }) => sum + count, 0)).toBeGreaterThanOrEqual(
      missing.length,
    );
    expect(durable).toBeLessThan(next);
  }
  const known = new Set(live.map(({ id }) => id));
  if (missing.length === 0) for (const id of stored.keys()) expect(known.has(id), id).toBe(true);
}

/** Requests that are called saved are in the store; one that capacity took may still stand there too. */
async function expectSaved({ log, store }: Setup): Promise<void> {
  const { storage } = await log.reader(signal).run();
  const known = new Set((await liveRecords(log)).map(({ id }) => id));
  const stored = (await store.records(RUN_ID, "request")).filter(({ id }) => known.has(id));
  expect(storage?.requests).toBe(stored.length);
}

async function fill({ log, clock }: Setup): Promise<void> {
  for (let n = 1; n <= 20; n++) {
    log.put(requestRecord(n, { state: "pending", sequence: 3 * n }));
    if (n % 4 === 0) log.put(operationRecord(n, { sequence: 3 * n + 1 }));
    log.put(requestRecord(n, { sequence: 3 * n + 2 }), [bodyOf(n, `text ${n}`)]);
    clock.advance(100);
    if (n % 3 === 0) await log.flush();
  }
}

describe("write faults", () => {
  for (let n = 1; n <= 40; n++) {
    test(`a fault at write ${n} alone loses nothing`, async () => {
      const setup = open((write) => write === n);

      await fill(setup);
      await setup.log.close();

      await expectDurable(setup);
      await expectNoSilentLoss(setup);
      const run = await setup.log.reader(signal).run();
      expect(run.coverage.filter(({ flag }) => flag === "evidence_write_failed")).toEqual([]);
      expect(run.durable_sequence).toBe(run.next_since);
    });

    test(`faults at writes ${n} and ${n + 1} lose nothing silently`, async () => {
      const setup = open((write) => write === n || write === n + 1);

      await fill(setup);
      await setup.log.flush();
      await expectDurable(setup);
      await expectNoSilentLoss(setup);
      await setup.log.close();

      // The last try at the end makes good what memory still has.
      const run = await setup.log.reader(signal).run();
      const [stored] = await setup.store.runs();
      if (setup.store.writes > n + 1) {
        await expectNoSilentLoss(setup);
        expect(stored?.coverage).toEqual(run.coverage);
      }
    });
  }

  test("whatever is put and whatever fails, what is called durable is in the store", async () => {
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant("put" as const),
          number: fc.integer({ min: 1, max: 25 }),
          text: fc.option(fc.string({ maxLength: 30 })),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("operation" as const),
          number: fc.integer({ min: 1, max: 6 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("time" as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush" as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("yield" as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
        async (steps, faults) => {
          const failing = new Set(faults);
          const setup = open((n) => failing.has(n));
          let sequence = 0;
          for (const each of steps) {
            sequence++;
            if (each.kind === "put") {
              const bodies = each.text === null ? [] : [bodyOf(each.number, each.text)];
              setup.log.put(requestRecord(each.number, { sequence }), bodies);
            } else if (each.kind === "operation")
              setup.log.put(operationRecord(each.number, { sequence }));
            else if (each.kind === "time") setup.clock.advance(100);
            else if (each.kind === "flush") await setup.log.flush();
            else await Promise.resolve();
            await expectDurable(setup);
          }
          await setup.log.flush();
          await expectDurable(setup);
          await expectNoSilentLoss(setup);
          await expectSaved(setup);
          await setup.log.close();
          await expectSaved(setup);
          await expectDurable(setup);
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  test("whatever fails, a text that a record calls available can be read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 }),
        async (faults, numbers) => {
          const failing = new Set(faults);
          const setup = open((n) => failing.has(n));
          let sequence = 0;
          for (const number of numbers) {
            const text = `text ${number} ${"x".repeat(number)}`;
            const body = { response_body: { state: "available" as const, chars: text.length } };
            setup.log.put(requestRecord(number, { sequence: ++sequence, ...body }), [
              bodyOf(number, text),
            ]);
            if (number % 3 === 0) await setup.log.flush();
            const reader = setup.log.reader(signal);
            for (const request of await collect(reader.requests())) {
              if (request.response_body.state === "available") {
                expect(await reader.body(request.id, "response")).toMatch(/^text \d+ x+$/);
              }
            }
          }
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});
