import { errors } from "../errors.js";
import type { EvidenceBatch, EvidenceStore } from "../ports.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { numberOf } from "./recordId.js";

export interface MemoryStoreOptions {
  /** Asked with the number of each write, from 1; true makes that write fail with nothing stored. */
  readonly failWrite?: (n: number) => boolean;
}

type Stored = Redacted<EvidenceRecord>;

/** A store in memory, for tests and for runs that come from a file. What it gives is never the object it was given. */
export class MemoryStore implements EvidenceStore {
  readonly #records = new Map<string, Stored>();
  readonly #bodies = new Map<string, Redacted<BodyText>>();
  readonly #options: MemoryStoreOptions;
  #writes = 0;

  constructor(options: MemoryStoreOptions = {}) {
    this.#options = options;
  }

  /** How many writes were asked for, failed ones with them. */
  get writes(): number {
    return this.#writes;
  }

  async write(batch: EvidenceBatch): Promise<void> {
    this.#writes++;
    if (this.#options.failWrite?.(this.#writes))
      throw errors.storageFailed("this write was made to fail");
    for (const record of batch.records) this.#records.set(record.id, copy(record));
    for (const body of batch.bodies) this.#bodies.set(keyOf(body.id, body.part), copy(body));
    for (const id of batch.evicted) this.#delete(id);
  }

  async runs(): Promise<readonly Redacted<EvidenceRecord<"run">>[]> {
    return this.#ofKind("run").sort((a, b) => a.started_at - b.started_at);
  }

  async records<K extends RecordKind>(
    runId: string,
    kind: K,
  ): Promise<readonly Redacted<EvidenceRecord<K>>[]> {
    return this.#ofKind(kind)
      .filter((record) => record.id === runId || record.id.startsWith(`${runId}:`))
      .sort((a, b) => numberOf(a.id) - numberOf(b.id));
  }

  async body(id: string, part: BodyText["part"]): Promise<Redacted<BodyText> | undefined> {
    const body = this.#bodies.get(keyOf(id, part));
    return body && copy(body);
  }

  async bodies(runId: string): Promise<readonly Redacted<BodyText>[]> {
    return [...this.#bodies.values()].filter((body) => body.run_id === runId).map(copy);
  }

  async deleteRun(runId: string): Promise<void> {
    for (const id of [...this.#records.keys()]) {
      if (id === runId || id.startsWith(`${runId}:`)) this.#delete(id);
    }
  }

  #delete(id: string): void {
    this.#records.delete(id);
    this.#bodies.delete(keyOf(id, "request"));
    this.#bodies.delete(keyOf(id, "response"));
  }

  #ofKind<K extends RecordKind>(kind: K): Redacted<EvidenceRecord<K>>[] {
    const found = [...this.#records.values()].filter((record) => record.record === kind);
    return found.map((record) => copy(record) as unknown as Redacted<EvidenceRecord<K>>); // filtered by kind
  }
}

function keyOf(id: string, part: BodyText["part"]): string {
  return `${id} ${part}`;
}

/** Evidence is JSON data, so its JSON is a faithful copy; `__proto__` as a key survives it as data. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // the same shape as what was printed
}
