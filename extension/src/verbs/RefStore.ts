/** An element that a snapshot named: its document and its place there. */
export interface Ref {
  readonly frameId: string;
  /** The document; another one in the same frame makes the ref stale. */
  readonly loaderId: string;
  readonly backendNodeId: number;
  readonly role: string;
  /** Redacted and cut. */
  readonly name: string;
}

const REF = /^@?e([1-9][0-9]{0,5})$/;

/** The refs of a tab's latest snapshot. Those of an earlier one are forgotten, not reused. */
export class RefStore {
  #refs: ReadonlyMap<string, Ref> = new Map();

  /** `e3` or `@e3` without the sign; undefined for anything else, which is a selector. */
  static parse(target: string): string | undefined {
    const found = REF.exec(target);
    return found === null ? undefined : `e${found[1]}`;
  }

  replace(refs: ReadonlyMap<string, Ref>): void {
    this.#refs = refs;
  }

  get(name: string): Ref | undefined {
    return this.#refs.get(name);
  }
}
