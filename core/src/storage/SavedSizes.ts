import type { RecordKind } from "../records.js";

/** The records of one run that the store has, each with the size that it was written with. */
export class SavedSizes {
  readonly #sizes = new Map<string, SavedSize>();
  #totals: SavedTotals = { requests: 0, requestUnits: 0, units: 0 };

  /** What stands in the store once these are written too. */
  with(written: readonly SavedSize[]): SavedTotals {
    return written.reduce((totals, size) => {
      const before = this.#sizes.get(size.id);
      return plus(before === undefined ? totals : plus(totals, before, -1), size, 1);
    }, this.#totals);
  }

  add(size: SavedSize): void {
    this.#totals = this.with([size]);
    this.#sizes.set(size.id, size);
  }

  delete(id: string): void {
    const size = this.#sizes.get(id);
    if (size === undefined) return;
    this.#totals = plus(this.#totals, size, -1);
    this.#sizes.delete(id);
  }
}

export interface SavedSize {
  readonly kind: RecordKind;
  readonly id: string;
  /** A record's JSON plus its texts. */
  readonly units: number;
}

export interface SavedTotals {
  readonly requests: number;
  readonly requestUnits: number;
  /** Of all kinds. */
  readonly units: number;
}

function plus(totals: SavedTotals, { kind, units }: SavedSize, times: 1 | -1): SavedTotals {
  const isRequest = kind === "request";
  return {
    requests: totals.requests + (isRequest ? times : 0),
    requestUnits: totals.requestUnits + (isRequest ? times * units : 0),
    units: totals.units + times * units,
  };
}
