interface Costed {
  readonly at: number;
  readonly duration_ms: number;
}

/** What a tally says: JSON names, since it goes into a message as it is. */
export interface TallyReading<T> {
  readonly count: number;
  readonly total_ms: number;
  readonly max_ms: number;
  readonly costliest: T[];
}

/** Counts everything, keeps the costliest. */
export class Tally<T extends Costed> {
  readonly #limit: number;
  #kept: T[] = [];
  #count = 0;
  #totalMs = 0;
  #maxMs = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `make` is called only when it is among the costliest so far. */
  add(durationMs: number, make: () => T): void {
    this.#count += 1;
    this.#totalMs += durationMs;
    this.#maxMs = Math.max(this.#maxMs, durationMs);
    if (this.#kept.length < this.#limit) {
      this.#kept.push(make());
      return;
    }
    const cheapest = this.#kept.reduce((a, b) => (b.duration_ms < a.duration_ms ? b : a));
    if (durationMs <= cheapest.duration_ms) return;
    this.#kept = this.#kept.filter((one) => one !== cheapest);
    this.#kept.push(make());
  }

  read(): TallyReading<T> {
    return {
      count: this.#count,
      total_ms: this.#totalMs,
      max_ms: this.#maxMs,
      costliest: [...this.#kept].sort((a, b) => a.at - b.at),
    };
  }
}
