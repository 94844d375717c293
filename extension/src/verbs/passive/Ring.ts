interface Numbered {
  readonly seq: number;
}

/** What a reading of a ring gives. */
export interface RingPage<T> {
  readonly rows: readonly T[];
  /** Where the next reading goes on. */
  readonly nextSince: number;
  /** Rows after these. */
  readonly more: number;
  /** Rows after `since` that were pushed out before this reading. */
  readonly dropped: number;
}

const SIZE = 200;

/** The last 200 rows; each has a number that never comes again. */
export class Ring<T extends Numbered> {
  #rows: T[] = [];
  #seq = 0;

  add(make: (seq: number) => T): void {
    this.#seq += 1;
    this.#rows.push(make(this.#seq));
    if (this.#rows.length > SIZE) this.#rows = this.#rows.slice(-SIZE);
  }

  /** Takes the latest row out, to add it anew: it changed. */
  dropLast(): void {
    this.#rows.pop();
  }

  /** The oldest rows after `since`, at most `limit`. */
  read(since: number, limit: number): RingPage<T> {
    const after = this.#rows.filter(({ seq }) => seq > since);
    const rows = after.slice(0, limit);
    const oldest = this.#rows[0]?.seq ?? this.#seq + 1;
    return {
      rows,
      nextSince: rows.at(-1)?.seq ?? Math.max(since, this.#seq),
      more: after.length - rows.length,
      dropped: Math.max(0, oldest - since - 1),
    };
  }
}
