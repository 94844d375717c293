import type { CdpEvent } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";
import type { TabDebugger } from "./TabDebugger.js";

export interface HeldTabsOptions {
  readonly debuggers: Debuggers;
  /** The tab's page is about to open another tab. */
  opening(tabId: number): void;
}

/**
 * Keeps the tabs of sessions attached between two commands: each attach costs time, and in a user's own
 * browser the debugger's bar would come and go and resize the page.
 */
export class HeldTabs {
  readonly #options: HeldTabsOptions;
  readonly #held = new Map<number, TabDebugger>();
  /** Commands that run now, by tab. */
  readonly #acting = new Map<number, number>();

  constructor(options: HeldTabsOptions) {
    this.#options = options;
  }

  /** Runs a command on the attached tab, which stays attached until it closes. Throws as `Debuggers.acquire` does. */
  async use<T>(tabId: number, run: (tab: TabDebugger) => Promise<T>): Promise<T> {
    const tab = await this.#take(tabId);
    this.#acting.set(tabId, this.#actingOn(tabId) + 1);
    try {
      return await run(tab);
    } finally {
      this.#acting.set(tabId, this.#actingOn(tabId) - 1);
    }
  }

  /** The tab while it is held and attached. */
  get(tabId: number): TabDebugger | undefined {
    const tab = this.#held.get(tabId);
    return tab && this.#options.debuggers.get(tabId) === tab ? tab : undefined;
  }

  async #take(tabId: number): Promise<TabDebugger> {
    const { debuggers } = this.#options;
    const known = this.get(tabId);
    if (known) return known;
    const tab = await debuggers.acquire(tabId);
    if (this.#held.get(tabId) === tab) {
      await debuggers.release(tab); // a second command came in between: one hold is enough
      return tab;
    }
    this.#held.set(tabId, tab);
    tab.onEvent((event) => this.#watch(tabId, event));
    tab.onDetach(() => {
      if (this.#held.get(tabId) === tab) this.#forget(tabId);
    });
    return tab;
  }

  /** A link opened with a modifier or the middle button is the agent's only while the agent acts. */
  #watch(tabId: number, { method, params }: CdpEvent): void {
    if (method === "Page.windowOpen") this.#options.opening(tabId);
    if (method !== "Page.frameRequestedNavigation" || this.#actingOn(tabId) === 0) return;
    const { disposition } = params as { disposition?: unknown }; // every event of that name has params
    if (disposition === "newTab" || disposition === "newWindow") this.#options.opening(tabId);
  }

  #actingOn(tabId: number): number {
    return this.#acting.get(tabId) ?? 0;
  }

  #forget(tabId: number): void {
    this.#held.delete(tabId);
    this.#acting.delete(tabId);
  }
}
