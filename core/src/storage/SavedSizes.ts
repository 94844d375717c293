/** The requests of one run that the store has, each with the size that it was written with. */
export class SavedSizes {
  readonly #units = new Map<string, number>();
  #total = 0;

  /** What stands in the store once these are written too; `units` is a record's JSON plus its texts. */
  with(written: readonly (readonly [id: string, units: number])[]): SavedTotals {
    let requests = this.#units.size;
    let total = this.#total;
    for (const [id, units] of written) {
      const before = this.#units.get(id);
      if (before === undefined) requests += 1;
      total += units - (before ?? 0);
    }
    return { requests, units: total };
  }

  add(id: string, units: number): void {
    this.#total += units - (this.#units.get(id) ?? 0);
    this.#units.set(id, units);
  }

  delete(id: string): void {
    this.#total -= this.#units.get(id) ?? 0;
    this.#units.delete(id);
  }
}

export interface SavedTotals {
  readonly requests: number;
  readonly units: number;
}
