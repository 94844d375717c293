import { ID_LETTERS, type RecordKind } from "../records.js";

/** The ids of a run's records: `d…:n1`, `d…:n2`, `d…:a1`. */
export class RecordIds {
  readonly #last = new Map<string, number>();

  constructor(private readonly runId: string) {}

  next(kind: Exclude<RecordKind, "run">): string {
    const number = (this.#last.get(kind) ?? 0) + 1;
    this.#last.set(kind, number);
    return `${this.runId}:${ID_LETTERS[kind]}${number}`;
  }
}
