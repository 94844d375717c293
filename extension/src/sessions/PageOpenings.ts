/** A tab follows within some milliseconds of the event that announces it. */
const VALID_MS = 2000;

/**
 * Which new tabs a page opened. Chrome names an opener also for tabs that a person opens beside it, so
 * that the opener alone proves nothing; CDP announces those that the page's own scripts and links open.
 */
export class PageOpenings {
  readonly #announced = new Map<number, readonly number[]>();

  /** The page of this tab is about to open one. */
  announce(tabId: number): void {
    this.#announced.set(tabId, [...this.#valid(tabId), Date.now()]);
  }

  /** Whether a tab that names this opener was announced; each announcement is for one tab. */
  take(openerTabId: number): boolean {
    const [oldest, ...rest] = this.#valid(openerTabId);
    if (rest.length > 0) this.#announced.set(openerTabId, rest);
    else this.#announced.delete(openerTabId);
    return oldest !== undefined;
  }

  /** Whether a tab was announced that has not come yet. */
  isExpected(openerTabId: number): boolean {
    return this.#valid(openerTabId).length > 0;
  }

  tabRemoved(tabId: number): void {
    this.#announced.delete(tabId);
  }

  #valid(tabId: number): readonly number[] {
    const since = Date.now() - VALID_MS;
    return (this.#announced.get(tabId) ?? []).filter((at) => at >= since);
  }
}
