import type { OperationRecord, RequestRecord, RunCounts } from "@bsk/schema";
import { isReplay, lastNotAfter, spanOf } from "../operationSpan.js";
import type { EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import type { StorageLimits } from "./limits.js";
import { numberOf } from "./recordId.js";

type Kind = Exclude<RecordKind, "run">;
type Live = Redacted<EvidenceRecord<Kind>>;

interface Weight {
  readonly priority: number;
  /** Length of the record's JSON plus its texts; 0 until it was measured. */
  readonly units: number;
}

/** What capacity took, of the kind that was over its bound. */
export interface Evicted {
  readonly ids: readonly string[];
  /** Observations that only a dropped operation named. */
  readonly pages: readonly string[];
  /** Of requests: how many of the time of each operation. */
  readonly near?: ReadonlyMap<string, number>;
}

/** The retained metadata of one run, and which of it goes when a bound is reached. */
export class LiveRecords {
  readonly #byKind = new Map<Kind, Map<string, Live>>();
  readonly #weights = new Map<string, Weight>();
  /** Measured sizes of what is no request, which no bound of the run is about. */
  readonly #otherUnits = new Map<string, number>();
  readonly #limits: StorageLimits;
  #units = 0;

  constructor(limits: StorageLimits) {
    this.#limits = limits;
  }

  /** Insertion order, which is not the browser's time. */
  of<K extends Kind>(kind: K): ReadonlyMap<string, Redacted<EvidenceRecord<K>>> {
    // `put` files each record under its own kind.
    return this.#map(kind) as unknown as ReadonlyMap<string, Redacted<EvidenceRecord<K>>>;
  }

  /** A new version of a record that is there; its weight stays. */
  replace(record: Live): void {
    this.#map(record.record).set(record.id, record);
  }

  put(record: Live, priority: number): void {
    this.replace(record);
    if (record.record !== "request") return;
    this.#weights.set(record.id, { priority, units: this.#weights.get(record.id)?.units ?? 0 });
  }

  /** Told when a record was measured for its write. */
  measure({ record, id }: Pick<Live, "record" | "id">, units: number): void {
    const known = this.#weights.get(id);
    if (record !== "request") this.#otherUnits.set(id, units);
    if (!known) return;
    this.#units += units - known.units;
    this.#weights.set(id, { ...known, units });
  }

  /** Takes out what is over the bounds of one kind. */
  evict(kind: Kind): Evicted {
    switch (kind) {
      case "request":
        return this.#evictRequests();
      case "operation": {
        const ids = this.#evictOperations();
        return { ids, pages: ids.length === 0 ? [] : this.#evictPagesOf(new Set(ids)) };
      }
      case "console":
        return {
          ids: [
            ...this.#evictConsole((level) => level === "error", this.#limits.consoleErrors),
            ...this.#evictConsole((level) => level !== "error", this.#limits.console),
          ],
          pages: [],
        };
      default: // capture bounds pages: loads, and observations of each operation
        return { ids: [], pages: [] };
    }
  }

  get kinds(): readonly Kind[] {
    return [...this.#byKind.keys()];
  }

  /** Requests that capacity must not take. */
  get pins(): number {
    let pins = 0;
    for (const { pinned } of this.of("request").values()) if (pinned) pins++;
    return pins;
  }

  /** The measured size of a record, of a request with its texts; 0 until it was measured. */
  unitsOf(id: string): number {
    return this.#weights.get(id)?.units ?? this.#otherUnits.get(id) ?? 0;
  }

  /** What is retained now; the dropped ones are counted by who asks. */
  counts(): Omit<RunCounts, `dropped_${string}`> {
    let errors = 0;
    for (const entry of this.of("console").values()) {
      if (entry.level === "error") errors += entry.count;
    }
    return {
      requests: this.of("request").size,
      operations: this.of("operation").size,
      console: this.of("console").size,
      pages: this.of("page").size,
      errors,
    };
  }

  #map(kind: Kind): Map<string, Live> {
    const known = this.#byKind.get(kind);
    if (known) return known;
    const map = new Map<string, Live>();
    this.#byKind.set(kind, map);
    return map;
  }

  #drop(kind: Kind, id: string): void {
    this.#map(kind).delete(id);
    this.#otherUnits.delete(id);
  }

  #evictRequests(): Evicted {
    const gone: RequestRecord[] = [];
    const requests = this.of("request");
    while (requests.size > this.#limits.requests || this.#units > this.#limits.requestUnits) {
      const record = this.#leastWanted();
      if (record === undefined) break;
      this.measure(record, 0);
      this.#weights.delete(record.id);
      this.#map("request").delete(record.id);
      gone.push(record);
    }
    return { ids: gone.map(({ id }) => id), pages: [], near: this.#operationsOf(gone) };
  }

  #operationsOf(requests: readonly RequestRecord[]): ReadonlyMap<string, number> {
    const near = new Map<string, number>();
    if (requests.length === 0) return near;
    const operations: readonly OperationRecord[] = [...this.of("operation").values()].sort(
      (a, b) => a.started_at - b.started_at || numberOf(a.id) - numberOf(b.id),
    );
    for (const request of requests) {
      const operation = operations[lastNotAfter(operations, request.started_at)];
      if (!operation || isReplay(request)) continue;
      const { end } = spanOf(operation, { next: undefined, stop: undefined });
      if (request.started_at <= end) near.set(operation.id, (near.get(operation.id) ?? 0) + 1);
    }
    return near;
  }

  /** Lowest priority, then oldest. What is in flight or pinned never goes; open streams go last. */
  #leastWanted(): RequestRecord | undefined {
    let best: { readonly record: RequestRecord; readonly rank: readonly number[] } | undefined;
    for (const [id, record] of this.of("request")) {
      if (record.pinned || record.state === "pending" || record.response_body.state === "pending")
        continue;
      const open = record.state === "open" ? 1 : 0;
      const rank = [open, this.#weights.get(id)?.priority ?? 0, record.started_at, numberOf(id)];
      if (!best || isLess(rank, best.rank)) best = { record, rank };
    }
    return best?.record;
  }

  #evictOperations(): string[] {
    const operations = this.#map("operation");
    const excess = operations.size - this.#limits.operations;
    if (excess <= 0) return [];
    const finished = [...this.of("operation").values()].filter(({ state }) => state !== "running");
    const gone = finished
      .sort((a, b) => a.started_at - b.started_at || numberOf(a.id) - numberOf(b.id))
      .slice(0, excess)
      .map(({ id }) => id);
    for (const id of gone) this.#drop("operation", id);
    return gone;
  }

  #evictConsole(
    matches: (level: EvidenceRecord<"console">["level"]) => boolean,
    limit: number,
  ): string[] {
    const same = [...this.of("console").values()].filter(({ level }) => matches(level));
    if (same.length <= limit) return [];
    const gone = same
      .sort((a, b) => a.at - b.at || numberOf(a.id) - numberOf(b.id))
      .slice(0, same.length - limit)
      .map(({ id }) => id);
    for (const id of gone) this.#drop("console", id);
    return gone;
  }

  #evictPagesOf(operations: ReadonlySet<string>): string[] {
    const named = new Set<string>();
    for (const { before, after, observations } of this.of("operation").values()) {
      for (const id of [before, after, ...(observations ?? [])])
        if (id !== undefined) named.add(id);
    }
    const gone = [...this.of("page").values()]
      .filter(
        ({ cause, operation_id: operation }) =>
          cause !== "load" && operation !== undefined && operations.has(operation),
      )
      .map(({ id }) => id)
      .filter((id) => !named.has(id));
    for (const id of gone) this.#drop("page", id);
    return gone;
  }
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
