import { type ReadonlySignal, signal } from "@preact/signals";
import { mergeRows, type Versioned } from "../model/merge.js";

interface Answer<Row> {
  /** What changed after the asked sequence, what changed last at the end. */
  readonly rows: readonly Row[];
  readonly next_since: number;
  /** How many the run keeps now. */
  readonly total: number;
}

/** The rows of one list, by id, read on from where the last reading ended. */
export class FollowedRows<Row extends Versioned> {
  readonly #rows = signal<ReadonlyMap<string, Row>>(new Map());
  #since = 0;

  constructor(private readonly read: (since: number) => Promise<Answer<Row>>) {}

  get rows(): ReadonlySignal<ReadonlyMap<string, Row>> {
    return this.#rows;
  }

  /** Reads what is new, and forgets what the run had no room for any more. Throws what the reading throws. */
  async readOn(): Promise<void> {
    const total = await this.#readAfter((rows) => {
      this.#rows.value = mergeRows(this.#rows.value, rows);
    });
    if (this.#rows.value.size <= total) return;
    this.#since = 0;
    let kept: ReadonlyMap<string, Row> = new Map();
    await this.#readAfter((rows) => {
      kept = mergeRows(kept, rows);
    });
    this.#rows.value = kept; // at once: a row that stays may be open, and must not vanish meanwhile
  }

  async #readAfter(take: (rows: readonly Row[]) => void): Promise<number> {
    for (;;) {
      const since = this.#since;
      const { rows, next_since: next, total } = await this.read(since);
      take(rows);
      this.#since = next;
      if (rows.length === 0 || next <= since) return total;
    }
  }
}
