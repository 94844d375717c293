import type { CoreHooks } from "../Core.js";
import type { Clock, EvidenceBatch, EvidenceStore } from "../ports.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import type { StorageLimits } from "./limits.js";

type Kept = Redacted<EvidenceRecord<Exclude<RecordKind, "run">>>;
type Text = Redacted<BodyText>;

/** One record that waits for its write; later versions replace earlier ones. */
export interface Entry {
  readonly record: Kept;
  readonly bodies: readonly Text[];
  readonly priority: number;
  /** The earliest sequence of this record that is not in the store. */
  readonly first: number;
}

/** What the journal tells its owner. */
export interface JournalEvents {
  /** Before a batch is made: the entries are about to be written, capacity may still take some. */
  taking(entries: readonly Entry[]): void;
  /** The run record to store along with `entries`; everything up to `durable` is in the store then. */
  run(durable: number, entries: readonly Entry[]): Redacted<EvidenceRecord<"run">>;
  saved(entries: readonly Entry[]): void;
  /** Did not reach the store: the write failed twice, or the backlog was full. */
  lost(entries: readonly Entry[], why: "evidence_write_failed" | "evidence_write_backlog"): void;
}

export interface JournalOptions {
  readonly store: EvidenceStore;
  readonly clock: Clock;
  readonly hooks: Pick<CoreHooks, "beforeStore">;
  readonly limits: StorageLimits;
  readonly events: JournalEvents;
}

/** Writes records behind the capture's back: coalesced, bounded, one transaction at a time. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #pending = new Map<string, Entry>();
  #pendingUnits = 0;
  #flying: readonly Entry[] = [];
  /** The write in flight; undefined when there is none. */
  #flight: Promise<void> | undefined;
  #evicted = new Set<string>();
  /** Ids whose latest version is not in the store, with the earliest sequence that is missing. */
  readonly #lost = new Map<string, number>();
  #run: "clean" | "changed" | "put" = "put";
  #runWrittenAt = Number.NEGATIVE_INFINITY;
  #highest = 0;
  #cancelTimer: (() => void) | undefined;
  #isTaking = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  add(record: Kept, bodies: readonly Text[], priority: number): void {
    const { id, sequence } = record;
    const waiting = this.#pending.get(id);
    const parts = new Set(bodies.map(({ part }) => part));
    const kept = waiting?.bodies.filter(({ part }) => !parts.has(part)) ?? [];
    const first = Math.min(sequence, waiting?.first ?? sequence, this.#lost.get(id) ?? sequence);
    this.#lost.delete(id);
    this.#remove(id);
    this.#insert({ record, bodies: [...kept, ...bodies], priority, first });
    this.#highest = Math.max(this.#highest, sequence);
    this.#shed();
    this.#schedule();
  }

  /** The run record changed: by the capture (`put`), which is written at once, or by storage itself. */
  markRun(how: "changed" | "put"): void {
    if (how === "changed" && this.#run === "put") return;
    this.#run = how;
    if (how === "put") this.#schedule();
  }

  /** Capacity took a record: it is deleted with the next batch. */
  forget(id: string): void {
    this.#remove(id);
    this.#lost.delete(id);
    this.#evicted.add(id);
    this.#schedule();
  }

  /** Ids whose loss may yet be made good while their records live. */
  get lostIds(): readonly string[] {
    return [...this.#lost.keys()];
  }

  /** The stored run record is not what it should be. */
  get isRunBehind(): boolean {
    return this.#run !== "clean";
  }

  /** Everything up to this sequence is committed. */
  get durableSequence(): number {
    return this.#durable([...this.#flying, ...this.#pending.values()]);
  }

  /** Resolves when all that was added before is committed or told as lost. */
  async flush(): Promise<void> {
    await this.#flight;
    await (this.#flight ?? this.#start());
  }

  #durable(missing: Iterable<Entry>): number {
    let durable = this.#highest;
    for (const { first } of missing) durable = Math.min(durable, first - 1);
    for (const first of this.#lost.values()) durable = Math.min(durable, first - 1);
    return durable;
  }

  #insert(entry: Entry): void {
    this.#pending.set(entry.record.id, entry);
    this.#pendingUnits += unitsOf(entry);
  }

  #remove(id: string): void {
    const entry = this.#pending.get(id);
    if (!entry) return;
    this.#pending.delete(id);
    this.#pendingUnits -= unitsOf(entry);
  }

  /** The backlog is full: the least wanted go first, the oldest of them before the others. */
  #shed(): void {
    const { pendingEntries, pendingUnits } = this.#options.limits;
    const shed: Entry[] = [];
    while (this.#pending.size > pendingEntries || this.#pendingUnits > pendingUnits) {
      let least: Entry | undefined;
      for (const entry of this.#pending.values()) {
        if (!least || entry.priority < least.priority) least = entry;
      }
      if (!least) break;
      this.#remove(least.record.id);
      this.#lost.set(least.record.id, least.first);
      shed.push(least);
    }
    if (shed.length > 0) this.#options.events.lost(shed, "evidence_write_backlog");
  }

  #schedule(): void {
    if (this.#flight || this.#isTaking) return; // the end of the flight schedules again
    const { limits, clock } = this.#options;
    if (this.#pending.size >= limits.batchEntries) {
      void this.#start();
      return;
    }
    this.#cancelTimer ??= clock.after(limits.flushMs, () => {
      this.#cancelTimer = undefined;
      if (!this.#flight) void this.#start();
    });
  }

  /** Writes all that waits as one batch. Never rejects. */
  #start(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#isTaking = true;
    this.#options.events.taking([...this.#pending.values()]);
    this.#isTaking = false;
    const entries = [...this.#pending.values()];
    if (entries.length === 0 && this.#evicted.size === 0 && !this.#isRunDue())
      return Promise.resolve();
    this.#pending.clear();
    this.#pendingUnits = 0;
    this.#flying = entries;
    this.#flight = this.#write(entries).finally(() => {
      this.#flying = [];
      this.#flight = undefined;
      if (this.#pending.size > 0 || this.#evicted.size > 0 || this.#run === "put") this.#schedule();
    });
    return this.#flight;
  }

  #isRunDue(): boolean {
    if (this.#run !== "changed") return this.#run === "put";
    return this.#options.clock.now() - this.#runWrittenAt >= this.#options.limits.runCheckpointMs;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const { events, clock } = this.#options;
    const withRun = this.#isRunDue();
    const evicted = this.#evicted;
    this.#evicted = new Set();
    if (withRun) {
      this.#run = "clean";
      this.#runWrittenAt = clock.now();
    }
    // Nothing waits at this moment, so once this batch is in, only what was lost is missing.
    const run = withRun ? [events.run(this.#durable([]), entries)] : [];
    const batch: EvidenceBatch = {
      records: [...run, ...entries.map(({ record }) => record)],
      bodies: entries.flatMap(({ bodies }) => bodies),
      evicted: [...evicted],
    };
    if (await this.#commit(batch)) {
      events.saved(entries);
      return;
    }
    for (const id of evicted) this.#evicted.add(id);
    this.#giveUp(entries);
    if (withRun) this.#run = "changed";
  }

  async #commit(batch: EvidenceBatch): Promise<boolean> {
    const { hooks, store } = this.#options;
    await hooks.beforeStore.promise(batch); // never rejects: core's guard keeps a failing tap to itself
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        await store.write(batch);
        return true;
      } catch {
        // Told in coverage by the caller when the second attempt fails too.
      }
    }
    return false;
  }

  #giveUp(entries: readonly Entry[]): void {
    const lost: Entry[] = [];
    for (const entry of entries) {
      const { id } = entry.record;
      const newer = this.#pending.get(id);
      if (newer) {
        // The newer version brings the whole record; the texts of the older one go with it.
        const parts = new Set(newer.bodies.map(({ part }) => part));
        const bodies = [...newer.bodies, ...entry.bodies.filter(({ part }) => !parts.has(part))];
        this.#remove(id);
        this.#insert({ ...newer, bodies, first: Math.min(newer.first, entry.first) });
      } else if (!this.#evicted.has(id)) {
        this.#lost.set(id, entry.first);
        lost.push(entry);
      }
    }
    if (lost.length > 0) this.#options.events.lost(lost, "evidence_write_failed");
    this.#shed();
  }
}

/** For the backlog's bound: texts exactly, a record's own data by a flat guess that no measuring slows. */
function unitsOf({ bodies }: Entry): number {
  return bodies.reduce((sum, { text }) => sum + text.length, 1024);
}
