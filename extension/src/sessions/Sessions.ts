import { errors, foreignError } from "@bsk/core";
import type { ActionParams, ActionResults, ReturnFailure, RunRecord } from "@bsk/schema";
import { findTab } from "./findTab.js";
import { PageOpenings } from "./PageOpenings.js";
import { SessionMirror } from "./SessionMirror.js";
import { SessionState } from "./SessionState.js";

/** Why a session ends, as its runs tell it. */
export type EndReason = Extract<RunRecord["stop_reason"], "session_ended" | "disconnected">;

export interface SessionsOptions {
  /** A session is ending: its captures stop and save. */
  ending(state: SessionState, reason: EndReason): Promise<void>;
  /** Closes one tab; resolves also when it was gone. */
  closeTab(tabId: number): Promise<void>;
  /** Brings a borrowed tab home. */
  returnTab(state: SessionState, tabId: number): Promise<unknown>;
  /** A session ended that the daemon did not end. */
  ended(session: string, reason: string): void;
}

export interface OwnedTab {
  readonly tabId: number;
  readonly state: SessionState;
}

/** What became of the borrowed tabs of a session that ended. */
export type EndedSession = Pick<
  ActionResults["session/close"],
  "returned_tab_ids" | "return_failures"
>;

/** The sessions of this browser, and the one door to their tabs. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #mirror = new SessionMirror();
  readonly #states = new Map<string, SessionState>();
  /** Those that are ending: if the worker stops before their borrowed tabs are home, the next one goes on. */
  readonly #ending = new Set<SessionState>();
  /** Told by the debuggers of tabs that pages open. */
  readonly openings: PageOpenings = new PageOpenings();
  /** Resolves when the sessions of an earlier worker are known again. */
  readonly ready: Promise<void>;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.ready = this.#restore();
  }

  list(): readonly SessionState[] {
    return [...this.#states.values()];
  }

  /** Opens an Agent Window. An id that is open already is ended first: nothing passes over. */
  async open(params: ActionParams["session/open"]): Promise<ActionResults["session/open"]> {
    const { session, name, width, height, no_focus = false } = params;
    if (this.#states.has(session)) await this.close(session, "session_ended");
    const window = await chrome.windows.create({
      type: "normal",
      url: "about:blank",
      focused: !no_focus,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    });
    const windowId = window?.id;
    const tabId = window?.tabs?.[0]?.id;
    if (windowId === undefined || tabId === undefined)
      throw errors.internal("no Agent Window came");
    const state = new SessionState(session, windowId, name);
    state.add(tabId, "created");
    state.lastTab = tabId;
    this.#states.set(session, state);
    await this.save();
    return { window_id: windowId, tab_id: tabId };
  }

  /**
   * Ends a session: borrowed tabs go home, its own close, a person's stay and with them the window. Undefined:
   * no such session.
   */
  async close(session: string, reason: EndReason): Promise<EndedSession | undefined> {
    const state = this.#states.get(session);
    return state && this.#end(state, reason);
  }

  find(session: string): SessionState | undefined {
    return this.#states.get(session);
  }

  /** Throws `session_not_found`. */
  require(session: string): SessionState {
    const state = this.#states.get(session);
    if (!state) throw errors.sessionNotFound(session);
    return state;
  }

  /**
   * The ownership door: every command on a tab comes through here. Without `tabId` the session's current
   * tab. Throws `session_not_found`, `no_tab`, `tab_not_found`, `not_owner`.
   */
  async requireTab(session: string, tabId?: number): Promise<OwnedTab> {
    const state = this.require(session);
    const wanted = tabId ?? state.currentTab();
    if (wanted === undefined) throw errors.noTab(session);
    if (!state.tabs.has(wanted)) {
      if (!(await findTab(wanted))) throw errors.tabNotFound(wanted, session);
      const isPersons = this.ownerOf(wanted) === undefined;
      const borrow = `bsk tab borrow ${wanted} --session ${session}`;
      throw errors.notOwner(`Tab ${wanted}`, session, isPersons ? borrow : undefined);
    }
    await this.use(state, wanted);
    return { tabId: wanted, state };
  }

  /** Makes a tab that is the session's. Throws `session_not_found` when the session ends meanwhile. */
  createTab(
    state: SessionState,
    properties: Omit<chrome.tabs.CreateProperties, "windowId">,
  ): Promise<chrome.tabs.Tab & { readonly id: number }> {
    return state.take(async () => {
      const tab = await chrome.tabs.create({ windowId: state.windowId, ...properties });
      const { id } = tab;
      if (id === undefined) throw errors.internal("the new tab has no id");
      state.add(id, "created");
      await this.save();
      return { ...tab, id };
    });
  }

  /** The tab is from now on the one that a command without `tab_id` means. */
  async use(state: SessionState, tabId: number): Promise<void> {
    if (state.lastTab === tabId) return;
    state.lastTab = tabId;
    await this.save();
  }

  /** For `chrome.tabs.onCreated`: what a session's page opened is the session's, all else a person's. */
  async tabCreated({ id, openerTabId }: chrome.tabs.Tab): Promise<void> {
    if (id === undefined || openerTabId === undefined) return;
    const state = this.ownerOf(openerTabId);
    if (!state || !this.openings.take(openerTabId) || state.tabs.has(id)) return;
    state.add(id, "page");
    await this.save();
  }

  /** For `chrome.tabs.onActivated`. */
  async tabActivated(tabId: number): Promise<void> {
    const state = this.ownerOf(tabId);
    if (state) await this.use(state, tabId);
  }

  /** For `chrome.tabs.onReplaced`: a tab that is put out of memory may come back under another id. */
  async tabReplaced(newId: number, oldId: number): Promise<void> {
    if (this.ownerOf(oldId)?.replace(oldId, newId)) await this.save();
  }

  /** For `chrome.tabs.onRemoved`: with its last tab a session ends. */
  async tabRemoved(tabId: number, isWindowClosing: boolean): Promise<void> {
    this.openings.tabRemoved(tabId);
    const state = this.ownerOf(tabId);
    if (!state?.remove(tabId)) return;
    if (state.tabs.size > 0) return this.save();
    try {
      await this.#end(state, "session_ended");
    } finally {
      this.#options.ended(state.id, isWindowClosing ? "window_closed" : "tabs_closed");
    }
  }

  /** The session that may drive the tab. */
  ownerOf(tabId: number): SessionState | undefined {
    return this.list().find((state) => state.tabs.has(tabId));
  }

  async #end(state: SessionState, reason: EndReason): Promise<EndedSession> {
    const nothing = { returned_tab_ids: [], return_failures: [] };
    if (this.#states.get(state.id) !== state) return nothing; // ended meanwhile
    this.#states.delete(state.id);
    this.#ending.add(state);
    const isComplete = state.end();
    await this.save();
    await isComplete;
    const { ending, closeTab } = this.#options;
    const stopped = await Promise.allSettled([ending(state, reason)]);
    const home = await this.#returnAll(state);
    this.#ending.delete(state);
    await this.save();
    const closed = await Promise.allSettled([...state.tabs.keys()].map(closeTab));
    const failed = [...stopped, ...closed].find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    return home;
  }

  /** One after another, so that neighbours come back in their order. What cannot go home is left open. */
  async #returnAll(state: SessionState): Promise<EndedSession> {
    const returned: number[] = [];
    const failures: ReturnFailure[] = [];
    const byIndex = [...state.homes].sort(([, one], [, other]) => one.index - other.index);
    for (const [tabId] of byIndex) {
      try {
        await this.#options.returnTab(state, tabId);
        returned.push(tabId);
      } catch (error) {
        const { code, message } = foreignError(error);
        failures.push({ tab_id: tabId, code, message });
        state.remove(tabId); // not closed with the session: it is a person's
      }
    }
    return { returned_tab_ids: returned, return_failures: failures };
  }

  /** Mirrors every session, so that a restarted worker knows its tabs and runs. */
  save(): Promise<void> {
    return this.#mirror.save([...this.#states.values(), ...this.#ending]);
  }

  async #restore(): Promise<void> {
    for (const state of await this.#mirror.load()) this.#states.set(state.id, state);
    await this.save();
  }
}
