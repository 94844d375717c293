/** Counts what was masked, by rule name. One count may run over many calls. */
export class MaskCount {
  readonly #byRule = new Map<string, number>();
  #total = 0;

  /** Counts one masked range. */
  add(rule: string): void {
    this.#byRule.set(rule, (this.#byRule.get(rule) ?? 0) + 1);
    this.#total += 1;
  }

  /** How often each rule masked something, in the order the rules were first met. */
  get byRule(): ReadonlyMap<string, number> {
    return this.#byRule;
  }

  /** How many ranges were masked in all. */
  get total(): number {
    return this.#total;
  }

  /** A plain object for JSON, without a prototype: no rule name can reach `Object.prototype`. */
  toJSON(): Record<string, number> {
    const counts: Record<string, number> = Object.create(null);
    for (const [rule, count] of this.#byRule) counts[rule] = count;
    return counts;
  }
}
