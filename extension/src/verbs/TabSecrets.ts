import { KnownSecrets } from "@bsk/core";

/**
 * What agents typed into secret fields, by tab: in memory only, until the tab closes. A tab that is detached and
 * attached anew may still show the same page.
 */
export class TabSecrets {
  readonly #byTab = new Map<number, KnownSecrets>();

  of(tabId: number): KnownSecrets {
    const known = this.#byTab.get(tabId) ?? new KnownSecrets();
    this.#byTab.set(tabId, known);
    return known;
  }

  tabRemoved(tabId: number): void {
    this.#byTab.delete(tabId);
  }

  /** The page that comes back under another id has the same storage. */
  tabReplaced(newId: number, oldId: number): void {
    const known = this.#byTab.get(oldId);
    this.#byTab.delete(oldId);
    if (known) this.#byTab.set(newId, known);
  }
}
