import { Core } from "../../dist/Core.js";
import type { EvidenceBatch, EvidenceStore } from "../../dist/ports.js";
import type { BodyText } from "../../dist/records.js";
import { MemoryStore, RunLog, type StorageLimits } from "../../dist/storage/index.js";
import { asRedacted, ManualClock, RUN_ID, runRecord } from "../../dist/testing/index.js";

export const signal: AbortSignal = new AbortController().signal;

export function open(
  options: { store?: EvidenceStore; limits?: Partial<StorageLimits>; core?: Core } = {},
) {
  const store = options.store ?? new MemoryStore();
  const clock = new ManualClock();
  const core = options.core ?? new Core();
  const log = new RunLog({
    run: runRecord(),
    store,
    clock,
    hooks: core.hooks,
    limits: options.limits ?? {},
  });
  return { store, clock, core, log };
}

export function bodyOf(number: number, text: string, part: BodyText["part"] = "response") {
  return asRedacted<BodyText>({ id: `${RUN_ID}:n${number}`, run_id: RUN_ID, part, text });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function storedIds(
  store: EvidenceStore,
  kind: "request" | "console" | "operation" | "page" = "request",
) {
  return (await store.records(RUN_ID, kind)).map(({ id }) => id.slice(RUN_ID.length + 1));
}

export async function flag(log: RunLog, name: string) {
  const run = await log.reader(signal).run();
  return run.coverage.find((entry) => entry.flag === name);
}

/** A store whose writes wait until they are let through. */
export class GatedStore extends MemoryStore {
  readonly batches: EvidenceBatch[] = [];
  #waiting: (() => void)[] = [];
  #isOpen = false;

  override async write(batch: EvidenceBatch): Promise<void> {
    this.batches.push(batch);
    if (!this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await super.write(batch);
  }

  /** When so many writes were asked for. */
  async reached(writes: number): Promise<void> {
    while (this.batches.length < writes) await new Promise((resolve) => setImmediate(resolve));
  }

  letOneThrough(): void {
    this.#waiting.shift()?.();
  }

  /** From now on nothing waits. */
  open(): void {
    this.#isOpen = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export async function* empty(): AsyncGenerator<never> {}
