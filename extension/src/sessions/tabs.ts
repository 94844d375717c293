import { errors } from "@bsk/core";
import type { ActionParams, ActionResults, TabInfo } from "@bsk/schema";
import type { TextPlace } from "../verbs/SessionSecrets.js";
import type { Borrows } from "./Borrows.js";
import type { SessionState } from "./SessionState.js";
import type { Sessions } from "./Sessions.js";
import { type TabTarget, tabTargets } from "./targets.js";

export interface TabsOptions {
  readonly sessions: Sessions;
  readonly borrows: Pick<Borrows, "borrow" | "return">;
  /** Takes secrets out of a URL or a title before it leaves the extension. */
  readonly redactUrl: (url: string, place: TextPlace) => string;
  readonly redactText: (text: string, place: TextPlace) => string;
  /** The run that records the tab. */
  readonly activeRunOf: (tabId: number) => string | undefined;
  /** Closes the tab, and stops and saves what recorded it. */
  readonly closeTab: (tabId: number) => Promise<readonly number[]>;
}

/** The verbs `tab …`. */
export class TabVerbs {
  readonly #options: TabsOptions;

  constructor(options: TabsOptions) {
    this.#options = options;
  }

  /**
   * `agent`: every tab of the Agent Window and every tab of the session elsewhere, a person's marked as such.
   * `user`: what else a person has open, without other sessions' windows.
   */
  async list(params: ActionParams["tab/list"]): Promise<ActionResults["tab/list"]> {
    const { session, scope = "all" } = params;
    const { sessions } = this.#options;
    const state = sessions.require(session);
    const others = sessions.list().filter((other) => other !== state);
    const isOurs = ({ id = -1, windowId }: chrome.tabs.Tab): boolean =>
      windowId === state.windowId || state.tabs.has(id);
    const isOthers = ({ id = -1, windowId }: chrome.tabs.Tab): boolean =>
      others.some((other) => other.windowId === windowId || other.tabs.has(id));
    const isPersons = (tab: chrome.tabs.Tab): boolean => !isOurs(tab) && !isOthers(tab);
    const targets = await tabTargets();
    const tabs = await chrome.tabs.query({});
    return {
      tabs: [
        ...(scope === "user" ? [] : tabs.filter(isOurs)),
        ...(scope === "agent" ? [] : tabs.filter(isPersons)),
      ].map((tab) => this.#describe(state, tab, targets)),
    };
  }

  /** Brings a tab to the front of its window; the window stays where it is. */
  async select(params: ActionParams["tab/select"]): Promise<ActionResults["tab/select"]> {
    const { state, tabId } = await this.#options.sessions.requireTab(params.session, params.tab_id);
    const tab = await chrome.tabs.update(tabId, { active: true });
    if (!tab) throw errors.tabNotFound(tabId, state.id);
    return { tab: this.#describe(state, tab, await tabTargets()) };
  }

  async borrow(
    params: ActionParams["tab/borrow"],
    signal: AbortSignal,
  ): Promise<ActionResults["tab/borrow"]> {
    const { sessions, borrows } = this.#options;
    const confirmed = await borrows.borrow(params, signal);
    const tab = await chrome.tabs.get(params.tab_id);
    const state = sessions.require(params.session);
    return { tab: this.#describe(state, tab, await tabTargets()), confirmed };
  }

  return(params: ActionParams["tab/return"]): Promise<ActionResults["tab/return"]> {
    return this.#options.borrows.return(params);
  }

  /** Throws `url_not_allowed`. */
  async create(params: ActionParams["tab/create"]): Promise<ActionResults["tab/create"]> {
    const { session, url, index, no_active = false } = params;
    const { sessions } = this.#options;
    const state = sessions.require(session);
    const tab = await sessions.createTab(state, {
      url: openable(url ?? "about:blank"),
      active: !no_active,
      ...(index === undefined ? {} : { index }),
    });
    if (!no_active) await sessions.use(state, tab.id);
    return { tab: this.#describe(state, tab, await tabTargets()) };
  }

  /** Closing the last tab of the window leaves an empty one: the session and its window live on. */
  async close(params: ActionParams["tab/close"]): Promise<ActionResults["tab/close"]> {
    const { sessions, closeTab } = this.#options;
    const { state, tabId } = await sessions.requireTab(params.session, params.tab_id);
    if (state.homes.has(tabId)) throw errors.tabBorrowed(tabId, state.id);
    const tabs = await chrome.tabs.query({ windowId: state.windowId });
    const isLast = state.tabs.size === 1 || tabs.every(({ id }) => id === tabId);
    if (isLast) await this.create({ session: state.id });
    const ended = await closeTab(tabId);
    await sessions.tabRemoved(tabId, false); // not left to the event: the next command may come first
    return { closed: tabId, ...(ended.length === 0 ? {} : { ended_tab_ids: [...ended] }) };
  }

  #describe(
    state: SessionState,
    tab: chrome.tabs.Tab,
    targets: ReadonlyMap<number, TabTarget>,
  ): TabInfo {
    const { activeRunOf, redactText, redactUrl } = this.#options;
    const tabId = tab.id ?? -1;
    const target = targets.get(tabId);
    const place = { session: state.id, tabId };
    const capturing = activeRunOf(tabId);
    return {
      tab_id: tabId,
      ...(target === undefined ? {} : { target_id: target.targetId }),
      url: redactUrl(target?.url ?? "", place),
      title: redactText(target?.title ?? "", place),
      active: tab.active,
      origin: state.tabs.get(tabId) ?? "person",
      ...(capturing === undefined ? {} : { capturing }),
    };
  }
}

/** Only web pages and the empty one: a `javascript:` or `file:` URL is not the agent's to open. */
function openable(url: string): string {
  if (url === "about:blank") return url;
  if (!URL.canParse(url)) throw errors.urlNotAllowed("it is not a complete URL");
  const { protocol, href } = new URL(url);
  if (protocol === "http:" || protocol === "https:") return href;
  throw errors.urlNotAllowed("only http, https and about:blank can");
}
