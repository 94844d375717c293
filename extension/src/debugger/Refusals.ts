const KEY = "refused_tabs";

/**
 * Tabs whose debugging the person cancelled: no worker takes one of them again. A tab's id is not given twice in
 * the life of a browser, and `chrome.storage.session` lives as long.
 */
export class Refusals {
  readonly #tabs = new Set<number>();
  /** The reading, then one change after another. */
  #settled: Promise<void> = this.#load();

  async has(tabId: number): Promise<boolean> {
    await this.#settled;
    return this.#tabs.has(tabId);
  }

  add(tabId: number): void {
    this.#change((tabs) => tabs.add(tabId).has(tabId));
  }

  remove(tabId: number): void {
    this.#change((tabs) => tabs.delete(tabId));
  }

  /** A tab that was put out of memory came back under another id. */
  replace(oldId: number, newId: number): void {
    this.#change((tabs) => tabs.delete(oldId) && tabs.add(newId).has(newId));
  }

  /** `change` says whether there is something to write. */
  #change(change: (tabs: Set<number>) => boolean): void {
    this.#settled = this.#settled
      .then(() => {
        if (!change(this.#tabs)) return undefined;
        return chrome.storage.session.set({ [KEY]: [...this.#tabs] });
      })
      .catch(() => undefined); // this worker knows it all the same
  }

  async #load(): Promise<void> {
    try {
      const found: unknown = (await chrome.storage.session.get(KEY))[KEY];
      const ids: readonly unknown[] = Array.isArray(found) ? found : [];
      for (const tabId of ids) if (typeof tabId === "number") this.#tabs.add(tabId);
    } catch {
      // Nothing is known of an earlier worker: the person sees the debugger's bar again, and can cancel again.
    }
  }
}
