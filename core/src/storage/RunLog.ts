import type { Body, RunStorage } from "@bsk/schema";
import type { CoreHooks } from "../Core.js";
import type { EvidenceReader } from "../EvidenceReader.js";
import type { Clock, EvidenceStore } from "../ports.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { derived } from "../redaction/mint.js";
import { GapLog } from "./GapLog.js";
import { type Entry, Journal } from "./Journal.js";
import { LiveRecords } from "./LiveRecords.js";
import { STORAGE_LIMITS, type StorageLimits } from "./limits.js";
import { type EvidenceSource, listReader } from "./listReader.js";
import { checkPin, pinnedAs } from "./pins.js";
import { priorityOf } from "./retentionPriority.js";
import { type SavedSize, SavedSizes } from "./SavedSizes.js";
import { TextCache } from "./TextCache.js";

type Kind = Exclude<RecordKind, "run">;
type Run = Redacted<EvidenceRecord<"run">>;
type Kept = Redacted<EvidenceRecord<Kind>>;

const REFUSED = "The store refused a write.";

export interface RunLogOptions {
  /** The capture's own run record; storage goes on counting from the drops in it. */
  readonly run: Run;
  readonly store: EvidenceStore;
  readonly clock: Clock;
  readonly hooks: Pick<CoreHooks, "retentionPriority" | "beforeStore">;
  readonly limits?: Partial<StorageLimits>;
}

/**
 * One run's evidence: all metadata and the latest texts in memory, everything on its way to the store.
 * What could not be kept or written is told in the run's coverage, never silently left out.
 */
export class RunLog {
  readonly #options: RunLogOptions;
  readonly #limits: StorageLimits;
  readonly #live: LiveRecords;
  readonly #texts: TextCache;
  readonly #journal: Journal;
  readonly #gaps: GapLog;
  readonly #dropped: { request: number; operation: number; console: number };
  /** Length of each retained text, by request: what capacity counts though the text left memory. */
  readonly #textUnits = new Map<string, Map<BodyText["part"], number>>();
  readonly #savedSizes = new SavedSizes();
  /** Ids that capacity took; an update that arrives later must not bring half a record back. */
  readonly #gone = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #run: Run;
  #highest: number;
  #savedAt: number | undefined;
  #storageError: string | undefined;

  constructor(options: RunLogOptions) {
    const { run, store, clock, hooks } = options;
    const limits = { ...STORAGE_LIMITS, ...options.limits };
    this.#options = options;
    this.#limits = limits;
    this.#run = run;
    this.#highest = run.next_since;
    this.#savedAt = run.saved_at;
    this.#dropped = {
      request: run.counts.dropped_requests,
      operation: run.counts.dropped_operations,
      console: run.counts.dropped_console,
    };
    this.#gaps = new GapLog(run.coverage);
    this.#live = new LiveRecords(limits);
    this.#texts = new TextCache(limits.liveTextUnits);
    this.#journal = new Journal({
      store,
      clock,
      hooks,
      limits,
      events: {
        taking: (entries) => this.#measure(entries),
        run: (durable, entries) => this.#merged(durable, clock.now(), entries),
        saved: (entries) => this.#saved(entries),
        lost: (entries, why) => this.#lost(entries, why),
      },
    });
  }

  /**
   * Inserts or replaces by id; readers see it at once. A run record must be the capture's own: its counts,
   * storage and cursors are filled in here.
   */
  put(record: Redacted<EvidenceRecord>, bodies: readonly Redacted<BodyText>[] = []): void {
    if (record.record === "run") {
      const isNew = contentOf(record) !== contentOf(this.#run);
      this.#run = record;
      if (isNew) {
        this.#journal.markRun("put");
        this.#tell();
      }
      return;
    }
    if (this.#gone.has(record.id)) return;
    for (const body of bodies) this.#keepText(body);
    this.#insert(this.#withOwn(record), bodies);
    this.#evict(record.record);
    this.#trimTexts();
    this.#tell();
  }

  /** Told after each change, synchronously: a record or the run itself. Returns what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Protects a finished request from capacity, or no more; false: it is so already, or there is none. The new
   * version gets `sequence`. Throws `request_pending`, `pin_limit`, `pin_too_large`.
   */
  pin(id: string, isPinned: boolean, sequence: number): boolean {
    const request = this.#live.of("request").get(id);
    if (!request || (request.pinned ?? false) === isPinned) return false;
    if (isPinned) {
      const [session, limits] = [this.#run.session_id, this.#limits];
      const units = this.#unitsOf(request);
      checkPin(request, { session, pins: this.#live.pins, units, limits });
    }
    this.#insert(derived(request, pinnedAs(request, isPinned, sequence)), []);
    this.#evict("request");
    this.#journal.markRun("put");
    return true;
  }

  /** Everything put so far is committed, or its loss is in coverage. Never rejects. */
  flush(): Promise<void> {
    return this.#journal.flush();
  }

  /** A last try for what did not reach the store, then the run record as it ends. Never rejects. */
  async close(): Promise<void> {
    await this.#journal.flush();
    await this.#saveLost();
    // The second round writes the loss that the first one met.
    for (let round = 0; round < 2; round++) {
      this.#journal.markRun("put");
      await this.#journal.flush();
      if (!this.#journal.isRunBehind) break;
    }
    if (this.#journal.isRunBehind) this.#storageError = REFUSED;
    this.#trimTexts();
  }

  get<K extends RecordKind>(kind: K, id: string): Redacted<EvidenceRecord<K>> | undefined {
    const found = kind === "run" ? this.#ownRun(id) : this.#live.of(kind as Kind).get(id);
    return found as Redacted<EvidenceRecord<K>> | undefined; // filed under its kind
  }

  /** Everything up to this sequence is in the store. */
  get durableSequence(): number {
    return this.#journal.durableSequence;
  }

  /** The store has all of it, the run record too. */
  get isSaved(): boolean {
    return !this.#journal.isRunBehind && this.#journal.lostIds.length === 0;
  }

  /** The records as they are now; of a request that capacity takes later the texts go with it. */
  reader(signal: AbortSignal): EvidenceReader {
    return this.#readerWith((id, part) => this.#body(id, part), signal);
  }

  /** Records and texts as they are now: what capacity takes later is still in it. For who reads all of them. */
  async snapshot(signal: AbortSignal): Promise<EvidenceReader> {
    const held = this.#texts.copy();
    let stored = new Map<string, string>();
    const reader = this.#readerWith(
      async (id, part) => held(id, part) ?? stored.get(`${id} ${part}`) ?? this.#body(id, part),
      signal,
    );
    try {
      // Asked before anything else is written, so that it is of the same moment.
      const bodies = await this.#options.store.bodies(this.#run.id);
      stored = new Map(bodies.map(({ id, part, text }) => [`${id} ${part}`, text]));
    } catch {
      // Each text is tried by itself, and told where it cannot be read.
    }
    return reader;
  }

  #readerWith(body: EvidenceSource["body"], signal: AbortSignal): EvidenceReader {
    const run = this.#ownRun(this.#run.id) ?? this.#run;
    const lists = new Map<Kind, readonly Kept[]>();
    for (const kind of this.#live.kinds) lists.set(kind, [...this.#live.of(kind).values()]);
    return listReader(
      {
        run: async () => run,
        records: async <K extends Kind>(kind: K) => {
          const list: unknown = lists.get(kind) ?? [];
          return list as readonly Redacted<EvidenceRecord<K>>[]; // filed under its kind just above
        },
        body,
        isEvicted: (id) => this.#gone.has(id),
      },
      signal,
    );
  }

  /** Part by part, so that the backlog's bound does not drop them once more. */
  async #saveLost(): Promise<void> {
    const { batchEntries, pendingEntries } = this.#limits;
    const part = Math.min(batchEntries, pendingEntries);
    const ids = this.#journal.lostIds;
    for (let at = 0; at < ids.length; at += part) {
      for (const id of ids.slice(at, at + part)) {
        const record = this.#find(id);
        if (record) this.#insert(record, this.#texts.requeue(id));
      }
      await this.#journal.flush();
      if (this.#storageError !== undefined) return; // the store is still refusing: the rest stays told as lost
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #ownRun(id: string): Run | undefined {
    return id === this.#run.id ? this.#merged(this.durableSequence, this.#savedAt) : undefined;
  }

  #find(id: string): Kept | undefined {
    for (const kind of this.#live.kinds) {
      const record = this.#live.of(kind).get(id);
      if (record) return record;
    }
    return undefined;
  }

  #insert(record: Kept, bodies: readonly Redacted<BodyText>[]): void {
    const { hooks } = this.#options;
    const priority = priorityOf(hooks, record);
    this.#highest = Math.max(this.#highest, record.sequence);
    this.#live.put(record, priority);
    const parts = new Set(bodies.map(({ part }) => part));
    const again = this.#texts.requeue(record.id).filter(({ part }) => !parts.has(part));
    this.#journal.add(record, [...again, ...bodies], priority);
  }

  #keepText(body: Redacted<BodyText>): void {
    this.#texts.set(body);
    const units = this.#textUnits.get(body.id) ?? new Map<BodyText["part"], number>();
    units.set(body.part, body.text.length);
    this.#textUnits.set(body.id, units);
  }

  /** Once a batch, not once a put: measuring means printing the record. */
  #measure(entries: readonly Entry[]): void {
    for (const { record } of entries) this.#live.measure(record, this.#unitsOf(record));
    this.#evict("request");
  }

  #unitsOf(record: Kept): number {
    let units = JSON.stringify(record).length;
    for (const text of this.#textUnits.get(record.id)?.values() ?? []) units += text;
    return units;
  }

  /** Capture knows neither of pins nor of what capacity took: a later version keeps both. */
  #withOwn(record: Kept): Kept {
    if (record.record === "operation") {
      const count = this.#live.of("operation").get(record.id)?.evicted_requests;
      return count === undefined ? record : derived(record, { ...record, evicted_requests: count });
    }
    if (record.record !== "request" || record.pinned) return record;
    if (!this.#live.of("request").get(record.id)?.pinned) return record;
    return derived(record, { ...record, pinned: true });
  }

  #evict(kind: Kind): void {
    const { ids, pages, near = [] } = this.#live.evict(kind);
    if (ids.length === 0) return;
    for (const [id, count] of near) this.#countEvicted(id, count);
    for (const id of [...ids, ...pages]) {
      this.#gone.add(id);
      this.#texts.drop(id);
      this.#textUnits.delete(id);
      this.#savedSizes.delete(id);
      this.#journal.forget(id);
    }
    const now = this.#options.clock.now();
    const count = ids.length;
    if (kind === "request") {
      this.#dropped.request += count;
      this.#gaps.add("evidence_storage_limit", now, count);
    } else if (kind === "operation") {
      this.#dropped.operation += count;
      this.#gaps.add("operation_limit", now, count);
    } else if (kind === "console") {
      this.#dropped.console += count;
      this.#gaps.add("console_limit", now, count);
    }
    this.#journal.markRun("changed");
  }

  /** So that an operation whose requests are gone does not look like one without requests. */
  #countEvicted(id: string, count: number): void {
    const operation = this.#live.of("operation").get(id);
    if (!operation) return;
    const evicted_requests = (operation.evicted_requests ?? 0) + count;
    this.#insert(derived(operation, { ...operation, evicted_requests }), []);
  }

  #saved(entries: readonly Entry[]): void {
    this.#savedAt = this.#options.clock.now();
    this.#storageError = undefined;
    for (const { bodies } of entries) for (const body of bodies) this.#texts.settle(body, "saved");
    for (const size of this.#sizesOf(entries)) this.#savedSizes.add(size);
    this.#trimTexts();
  }

  /** As they were measured for their write; what capacity took meanwhile has none. */
  #sizesOf(entries: readonly Entry[]): SavedSize[] {
    return entries
      .filter(({ record: { id } }) => !this.#gone.has(id))
      .map(({ record: { record: kind, id } }) => ({ kind, id, units: this.#live.unitsOf(id) }));
  }

  #lost(entries: readonly Entry[], why: "evidence_write_failed" | "evidence_write_backlog"): void {
    for (const { bodies } of entries) for (const body of bodies) this.#texts.settle(body, "lost");
    this.#gaps.add(why, this.#options.clock.now(), entries.length);
    if (why === "evidence_write_failed") this.#storageError = REFUSED;
    this.#journal.markRun("changed");
    this.#trimTexts();
  }

  /** A text that neither memory nor store has must not be called available. */
  #trimTexts(): void {
    for (const { id, part } of this.#texts.trim()) {
      const request = this.#live.of("request").get(id);
      if (!request) continue;
      const gone: Body = { state: "evicted", reason: "storage_failed" };
      const record = { ...request, [`${part}_body`]: gone };
      this.#textUnits.get(id)?.delete(part);
      this.#live.replace(derived(request, record));
    }
  }

  async #body(id: string, part: BodyText["part"]): Promise<string | undefined> {
    const cached = this.#texts.get(id, part);
    if (cached) return cached.text;
    if (!this.#textUnits.get(id)?.has(part)) return undefined;
    try {
      return (await this.#options.store.body(id, part))?.text;
    } catch (error) {
      this.#gaps.add("evidence_read_failed", this.#options.clock.now());
      this.#journal.markRun("changed");
      throw error; // the reader, whose run is of an earlier moment, tells it too
    }
  }

  /** The run record as it is; `writing` is what the store gets along with it. */
  #merged(durable: number, savedAt: number | undefined, writing: readonly Entry[] = []): Run {
    const { storage_error: _, ...run } = this.#run;
    const saved = this.#savedSizes.with(this.#sizesOf(writing));
    const storage: RunStorage = {
      requests: saved.requests,
      bytes: saved.requestUnits,
      all_bytes: saved.units,
      dropped: this.#dropped.request,
      pins: this.#live.pins,
    };
    return derived(this.#run, {
      ...run,
      counts: {
        ...this.#live.counts(),
        dropped_requests: this.#dropped.request,
        dropped_operations: this.#dropped.operation,
        dropped_console: this.#dropped.console,
      },
      coverage: this.#gaps.mergedWith(run.coverage),
      next_since: Math.max(run.next_since, this.#highest),
      durable_sequence: durable,
      storage,
      ...(savedAt === undefined ? {} : { saved_at: savedAt }),
      ...(this.#storageError === undefined ? {} : { storage_error: this.#storageError }),
    });
  }
}

/** What a write of the run record is worth it for: the cursor moves with every record. */
function contentOf(run: Run): string {
  return JSON.stringify({ ...run, next_since: 0 });
}
