/** Finds line ends in one text; asked in ascending order, all answers together cost one pass. */
export class LineEnds {
  readonly #text: string;
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the line ends that `at` is in. */
  endFrom(at: number): number {
    if (this.#next < at) {
      const found = this.#text.indexOf("\n", at);
      this.#next = found < 0 ? this.#text.length : found;
    }
    return this.#next;
  }
}
