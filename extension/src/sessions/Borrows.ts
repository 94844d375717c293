import { errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { BorrowAnswer, BorrowQuestion } from "../borrow/messages.js";
import type { TextPlace } from "../verbs/SessionSecrets.js";
import { findTab } from "./findTab.js";
import type { SessionState } from "./SessionState.js";
import type { Sessions } from "./Sessions.js";
import { goHome, type Homecoming, homeOf, moveInto } from "./TabHome.js";
import { siteOf, tabTargets } from "./targets.js";

const DEFAULT_MS = 60_000;

export interface Asking {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface BorrowsOptions {
  readonly sessions: Sessions;
  /** A browser that bsk started: nobody is asked there. */
  readonly isManaged: () => Promise<boolean>;
  /** Asks the person. Throws `cancelled`. */
  readonly ask: (question: BorrowQuestion, asking: Asking) => Promise<BorrowAnswer | "timeout">;
  /** Takes out what secrets a title has. */
  readonly redactText: (text: string, place: TextPlace) => string;
  /** Stops and saves what records the tab, and detaches its debugger. */
  readonly letGo: (tabId: number) => Promise<void>;
}

type Confirmed = ActionResults["tab/borrow"]["confirmed"];

/** Tabs of a person that a session drives for a while, and their way home. */
export class Borrows {
  readonly #options: BorrowsOptions;

  constructor(options: BorrowsOptions) {
    this.#options = options;
  }

  /**
   * Moves a person's tab into the session's window, when the person agrees. Throws `borrow_denied`,
   * `borrow_timeout`, `tab_not_borrowable`, `not_owner`, `tab_not_found`, `cancelled`, `session_not_found`.
   */
  async borrow(params: ActionParams["tab/borrow"], signal: AbortSignal): Promise<Confirmed> {
    const { session, tab_id: tabId } = params;
    const { sessions } = this.#options;
    const state = sessions.require(session);
    const { origin } = await this.#lookAt(state, tabId);
    const confirmed = await this.#confirm(state, params, signal);
    // The answer was for what was asked: the person, or the page, may have gone elsewhere since.
    const now = await this.#lookAt(state, tabId);
    if (now.origin !== origin) throw errors.borrowDenied(tabId, "it has gone to another site");
    if (signal.aborted) throw errors.cancelled("Borrowing the tab");
    // Another session may have taken it while this one looked; from here to `borrow` nothing waits.
    if (sessions.ownerOf(tabId)) throw errors.notOwner(`Tab ${tabId}`, session);
    await state.take(() => {
      if (confirmed === "session") state.allowedOrigins.add(origin);
      return this.#move(state, now.tab, tabId);
    });
    return confirmed;
  }

  async #move(state: SessionState, tab: chrome.tabs.Tab, tabId: number): Promise<void> {
    const { sessions } = this.#options;
    state.borrow(tabId, homeOf(tab));
    await sessions.save(); // before it moves: whatever happens next, its way home is known
    try {
      await moveInto(state.windowId, tab);
      await chrome.tabs.update(tabId, { active: true });
    } catch (error) {
      await this.giveBack(state, tabId).catch(() => undefined); // the first fault is the one to tell
      state.remove(tabId);
      await sessions.save();
      throw errors.tabNotBorrowable(tabId, `the browser does not move it (${messageOf(error)})`);
    }
    await sessions.use(state, tabId);
  }

  /** Throws `not_borrowed`, and what keeps the tab from being moved. */
  async return(params: ActionParams["tab/return"]): Promise<ActionResults["tab/return"]> {
    const { session, tab_id: tabId } = params;
    const { sessions } = this.#options;
    const state = sessions.require(session);
    if (!state.homes.has(tabId)) throw errors.notBorrowed(tabId, session);
    await this.#keepWindow(state, tabId);
    const { windowId, notRestored, releasedRuns } = await this.giveBack(state, tabId);
    return {
      returned: tabId,
      window_id: windowId,
      not_restored: notRestored,
      ...(releasedRuns.length === 0 ? {} : { released_run_ids: releasedRuns }),
    };
  }

  /** Lets go of a borrowed tab, and of what was recorded in it, and puts it where it was. */
  async giveBack(
    state: SessionState,
    tabId: number,
  ): Promise<Homecoming & { readonly releasedRuns: string[] }> {
    const { sessions, letGo } = this.#options;
    const home = state.homes.get(tabId);
    if (!home) throw errors.notBorrowed(tabId, state.id);
    await letGo(tabId);
    const releasedRuns = state.releaseRuns(tabId);
    const came = await goHome(tabId, home);
    state.remove(tabId);
    await sessions.save();
    return { ...came, releasedRuns };
  }

  /** A window closes with its last tab, and a session ends with its own. */
  async #keepWindow(state: SessionState, tabId: number): Promise<void> {
    const tabs = await chrome.tabs.query({ windowId: state.windowId });
    const isLast = state.tabs.size === 1 || tabs.every(({ id }) => id === tabId);
    if (!isLast) return;
    await this.#options.sessions.createTab(state, { url: "about:blank" });
  }

  async #lookAt(
    state: SessionState,
    tabId: number,
  ): Promise<{ readonly tab: chrome.tabs.Tab; readonly origin: string; readonly title: string }> {
    const tab = await findTab(tabId);
    if (!tab) throw errors.tabNotFound(tabId, state.id);
    const owner = this.#options.sessions.ownerOf(tabId);
    if (owner === state) throw errors.tabNotBorrowable(tabId, "it is the session's already");
    if (owner) throw errors.notOwner(`Tab ${tabId}`, state.id);
    if (tab.discarded) {
      throw errors.tabNotBorrowable(tabId, "the browser has put it to sleep; a person can wake it");
    }
    const target = (await tabTargets()).get(tabId);
    const origin = target && siteOf(target.url);
    if (!target || origin === undefined) {
      throw errors.tabNotBorrowable(tabId, "it shows a page that extensions may not debug");
    }
    return { tab, origin, title: target.title };
  }

  async #confirm(
    state: SessionState,
    { tab_id: tabId, timeout_ms: timeoutMs = DEFAULT_MS }: ActionParams["tab/borrow"],
    signal: AbortSignal,
  ): Promise<Confirmed> {
    const { isManaged, ask, redactText } = this.#options;
    if (await isManaged()) return "managed";
    const { origin, title } = await this.#lookAt(state, tabId);
    if (state.allowedOrigins.has(origin)) return "earlier";
    const question: BorrowQuestion = {
      session: state.id,
      ...(state.name === undefined ? {} : { name: state.name }),
      origin,
      title: redactText(title, { session: state.id, tabId }).slice(0, 200),
      timeoutMs,
    };
    const answer = await ask(question, { timeoutMs, signal });
    if (answer === "timeout") throw errors.borrowTimeout(tabId, timeoutMs);
    if (answer === "deny") throw errors.borrowDenied(tabId, "the person said no");
    return answer;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
