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
  /** The highest number that a reading gave. */
  #readUpTo = 0;
  #evictedUpTo = 0;
  /** Numbers of rows that came again under another: at most one a reading. */
  readonly #left: number[] = [];

  add(make: (seq: number) => T): void {
    this.#seq += 1;
    this.#rows.push(make(this.#seq));
    if (this.#rows.length > SIZE) this.#evictedUpTo = this.#rows.shift()?.seq ?? 0;
  }

  /** The latest row has changed: when it was read already, it comes again under a new number. */
  changeLast(make: (seq: number) => T): void {
    const last = this.#rows.pop();
    if (last === undefined || last.seq <= this.#readUpTo) {
      if (last) this.#left.push(last.seq);
      this.add(make);
    } else this.#rows.push(make(last.seq));
  }

  /** The oldest rows after `since`, at most `limit`. */
  read(since: number, limit: number): RingPage<T> {
    const after = this.#rows.filter(({ seq }) => seq > since);
    const rows = after.slice(0, limit);
    const nextSince = rows.at(-1)?.seq ?? Math.max(since, this.#seq);
    this.#readUpTo = Math.max(this.#readUpTo, Math.min(nextSince, this.#seq));
    return {
      rows,
      nextSince,
      more: after.length - rows.length,
      dropped: this.#evictedAfter(since),
    };
  }

  #evictedAfter(since: number): number {
    const left = this.#left.filter((seq) => seq > since && seq <= this.#evictedUpTo);
    return Math.max(0, this.#evictedUpTo - since - left.length);
  }
}
