import type { RunOwner } from "./Captures.js";

interface Start {
  readonly owner: RunOwner;
  readonly cancel: AbortController;
  /** Resolves when it is through or was rolled back. */
  readonly done: Promise<unknown>;
}

/** Captures that are on their way, one a tab. */
export class Starts {
  readonly #byTab = new Map<number, Start>();

  get size(): number {
    return this.#byTab.size;
  }

  has(tabId: number): boolean {
    return this.#byTab.has(tabId);
  }

  /** The tab that one is on its way to for this session. */
  tabOf(owner: RunOwner): number | undefined {
    for (const [tabId, start] of this.#byTab) if (start.owner === owner) return tabId;
    return undefined;
  }

  /** Runs a start, which ends with its signal. Rejects as it does. */
  run<T>(
    { owner, tabId, signal }: { owner: RunOwner; tabId: number; signal: AbortSignal },
    begin: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const cancel = new AbortController();
    const beginning = begin(AbortSignal.any([signal, cancel.signal]));
    const end = (): unknown => this.#byTab.delete(tabId);
    this.#byTab.set(tabId, { owner, cancel, done: beginning.then(end, end) });
    return beginning;
  }

  /** Cancels those that are meant; resolves when each is through, or was rolled back. */
  async cancel(isMeant: (owner: RunOwner, tabId: number) => boolean): Promise<void> {
    const meant = [...this.#byTab].filter(([tabId, { owner }]) => isMeant(owner, tabId));
    for (const [, { cancel }] of meant) cancel.abort();
    await Promise.all(meant.map(([, { done }]) => done));
  }
}
