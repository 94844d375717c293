import { BskError, errors, type VolatileState } from "@bsk/core";
import { debuggerError, isAlreadyAttached } from "./debuggerError.js";
import { FailedOrphans } from "./FailedOrphans.js";
import { Refusals } from "./Refusals.js";
import { DEFAULT_DEADLINE_MS } from "./sendCdp.js";
import { TabDebugger } from "./TabDebugger.js";
import { withDeadline } from "./withDeadline.js";

const PROTOCOL_VERSION = "1.3";

interface Attachment {
  readonly tab: TabDebugger;
  holders: number;
}

export interface DebuggersOptions {
  /** A tab is attached, and has not been told anything yet. */
  attached?(tab: TabDebugger): void;
}

/** Every attached tab, each attached once and shared by all who acquired it. */
export class Debuggers {
  readonly #options: DebuggersOptions;
  readonly #attached = new Map<number, Attachment>();
  /** One queue a tab: attach and detach of the same tab never overlap. */
  readonly #queues = new Map<number, Promise<unknown>>();
  readonly #refusals = new Refusals();
  readonly #orphans = new FailedOrphans();

  constructor(options: DebuggersOptions = {}) {
    this.#options = options;
  }

  /** Attaches, or shares. Each call needs one `release`. Throws `page_gone`, `page_restricted`, `debugger_busy`, `cdp_failed`. */
  acquire(tabId: number): Promise<TabDebugger> {
    return this.#inTurn(tabId, async () => {
      const known = this.#attached.get(tabId);
      if (known) {
        known.holders += 1;
        return known.tab;
      }
      if (await this.#refusals.has(tabId)) {
        throw errors.pageGone(tabId, "was taken back by the person and is not debugged again");
      }
      await attach(tabId);
      const tab = new TabDebugger(tabId);
      this.#attached.set(tabId, { tab, holders: 1 });
      this.#options.attached?.(tab);
      await tab.prepare().catch(async (error: unknown) => {
        this.#drop(tabId, "released");
        await detach(tabId);
        throw error;
      });
      return tab;
    });
  }

  /** Gives one hold back; the last one detaches. A tab that is gone already is no fault. */
  release(tab: TabDebugger): Promise<void> {
    return this.#inTurn(tab.tabId, async () => {
      const known = this.#attached.get(tab.tabId);
      if (known?.tab !== tab) return; // closed or detached since: its holds went with it
      known.holders -= 1;
      if (known.holders > 0) return;
      this.#drop(tab.tabId, "released");
      await detach(tab.tabId);
    });
  }

  /** Detaches whoever holds the tab: it is not this browser's to debug any more. */
  letGo(tabId: number): Promise<void> {
    return this.#inTurn(tabId, async () => {
      if (!this.#attached.has(tabId)) return;
      this.#drop(tabId, "released");
      await detach(tabId);
    });
  }

  /** The attached tab without a hold on it. */
  get(tabId: number): TabDebugger | undefined {
    return this.#attached.get(tabId)?.tab;
  }

  /** For `chrome.debugger.onEvent`. */
  readonly handleEvent = (
    source: { readonly tabId?: number; readonly sessionId?: string },
    method: string,
    params?: object,
  ): void => {
    const known = source.tabId === undefined ? undefined : this.#attached.get(source.tabId);
    if (!known) {
      this.#orphans.handle(source, method, params);
      return;
    }
    const { sessionId } = source;
    known.tab.dispatch({ method, params, ...(sessionId === undefined ? {} : { sessionId }) });
  };

  /** For `chrome.debugger.onDetach`. */
  readonly handleDetach = (source: { readonly tabId?: number }, reason: string): void => {
    const { tabId } = source;
    if (tabId === undefined) return;
    if (reason === "canceled_by_user") this.#refusals.add(tabId);
    const known = this.#attached.get(tabId);
    if (known && reason === "target_closed") {
      known.tab.lapsed();
      // What fails now fails whoever asks next, too; and what is told of another detach comes here again.
      this.#inTurn(tabId, () => this.#return(known.tab)).catch(() => undefined);
    } else this.#drop(tabId, reason);
  };

  /**
   * The browser says `target_closed` also of a tab that lives: a page in it asked for a URL that extensions may
   * not debug. Where it stays on a page that they may, as after a link to `mailto:`, the debugger comes back.
   */
  async #return(tab: TabDebugger): Promise<void> {
    const { tabId } = tab;
    const isHeld = (): boolean => this.#attached.get(tabId)?.tab === tab;
    try {
      if (isHeld()) await attach(tabId);
    } catch (error) {
      const isRestricted = error instanceof BskError && error.code === "page_restricted";
      if (isHeld()) this.#drop(tabId, isRestricted ? "restricted" : "target_closed");
    }
    if (isHeld()) await tab.returned();
    else await detach(tabId);
  }

  /** For `chrome.tabs.onRemoved`: what waits on the tab fails at once. */
  tabRemoved(tabId: number): void {
    this.#refusals.remove(tabId);
    this.#drop(tabId, "target_closed");
  }

  /** For `chrome.tabs.onReplaced`: the document is gone, but not what the person said of the tab. */
  tabReplaced(newId: number, oldId: number): void {
    this.#refusals.replace(oldId, newId);
    this.tabRemoved(oldId);
  }

  /** Detaches, whoever holds the tab: the last resort for a page that would hang. */
  drop(tab: TabDebugger): Promise<void> {
    return this.#inTurn(tab.tabId, async () => {
      if (this.#attached.get(tab.tabId)?.tab !== tab) return;
      this.#drop(tab.tabId, "released");
      await detach(tab.tabId);
    });
  }

  /**
   * At boot: lets go of tabs that a stopped worker left attached. Nobody here knows their state, but what it
   * held of their requests is failed first: detaching would send it to the server.
   */
  async detachOrphans(volatile: VolatileState): Promise<void> {
    const targets = await chrome.debugger.getTargets();
    const tabIds = targets.flatMap(({ attached, tabId }) =>
      attached && tabId !== undefined ? [tabId] : [],
    );
    await Promise.all(
      tabIds.map((tabId) =>
        this.#inTurn(tabId, async () => {
          if (this.#attached.has(tabId)) return;
          await this.#orphans.settle(tabId, volatile);
          await detach(tabId);
        }),
      ),
    );
  }

  #drop(tabId: number, reason: string): void {
    const known = this.#attached.get(tabId);
    this.#attached.delete(tabId);
    known?.tab.detached(reason);
  }

  #inTurn<T>(tabId: number, run: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(tabId) ?? Promise.resolve()).then(run);
    const settled = turn
      .catch(() => undefined) // whoever asked sees the fault; the next in the queue does not
      .then(() => {
        if (this.#queues.get(tabId) === settled) this.#queues.delete(tabId);
      });
    this.#queues.set(tabId, settled);
    return turn;
  }
}

async function attach(tabId: number): Promise<void> {
  try {
    await attachOnce(tabId);
  } catch (error) {
    if (!isAlreadyAttached(error)) throw debuggerError(tabId, "attach", error);
    // The attachment of a worker that was stopped outlives it. If it is ours, detaching works.
    await detach(tabId);
    await attachOnce(tabId).catch((again: unknown) => {
      throw debuggerError(tabId, "attach", again);
    });
  }
}

function attachOnce(tabId: number): Promise<void> {
  return withDeadline(
    chrome.debugger.attach({ tabId }, PROTOCOL_VERSION),
    DEFAULT_DEADLINE_MS,
    () => errors.cdpTimeout("attach", DEFAULT_DEADLINE_MS),
  );
}

async function detach(tabId: number): Promise<void> {
  try {
    await chrome.debugger.detach({ tabId });
  } catch {
    // Not attached, or attached by somebody else: either way this side holds nothing.
  }
}
