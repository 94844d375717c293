import type { Coverage } from "@bsk/schema";

type Flag = Coverage["flag"];

/** The flags that storage itself owns in a run's coverage. */
const OWNED: ReadonlySet<Flag> = new Set<Flag>([
  "evidence_storage_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "evidence_read_failed",
]);

/** What storage lost or had to drop, one entry a flag, with count and time span. */
export class GapLog {
  readonly #entries = new Map<Flag, Coverage>();

  /** Goes on counting where a stored run record ended. */
  constructor(known: readonly Coverage[]) {
    for (const entry of known) {
      if (OWNED.has(entry.flag)) this.#entries.set(entry.flag, { ...entry });
    }
  }

  add(flag: Flag, at: number, count = 1): void {
    const known = this.#entries.get(flag);
    this.#entries.set(flag, {
      flag,
      count: (known?.count ?? 0) + count,
      first_at: known?.first_at ?? at,
      last_at: at,
    });
  }

  /** The capture's own coverage with storage's in it. */
  mergedWith(coverage: readonly Coverage[]): Coverage[] {
    const others = coverage.filter((entry) => !this.#entries.has(entry.flag));
    return [...others, ...this.#entries.values()].map((entry) => ({ ...entry }));
  }
}
