import { BskError, errors } from "@bsk/core";
import { type ActionParams, type ActionResults, CATALOGUE } from "@bsk/schema";
import type { Captures } from "./capture/Captures.js";
import type { HeldTabs } from "./debugger/HeldTabs.js";
import type { HungPages } from "./debugger/HungPages.js";
import type { TabDebugger } from "./debugger/TabDebugger.js";
import type { Overlays } from "./overlay/Overlays.js";
import { watchOpenedTabs } from "./sessions/openedTabs.js";
import type { SessionState } from "./sessions/SessionState.js";
import type { OwnedTab, Sessions } from "./sessions/Sessions.js";
import { howOf, PageWatch, RefStore, VERBS, withoutSecrets } from "./verbs/index.js";

type VerbMethod = keyof typeof VERBS;

export interface VerbRunnerParts {
  readonly sessions: Sessions;
  readonly held: HeldTabs;
  readonly hung: HungPages;
  readonly captures: Captures<TabDebugger>;
  readonly overlays: Overlays;
  /** Where a tab is, redacted. */
  readonly urlOf: (tabId: number, session: string) => Promise<string>;
}

export interface VerbCall {
  readonly signal: AbortSignal;
  /** What a running capture calls the operation's target, until the verb names it; undefined: `params.target`. */
  readonly target?: string;
  /** False: it only looks, and is no operation. */
  readonly isAction?: boolean;
}

/** The verbs that show the document as it is, without the overlay. */
const BARE: ReadonlySet<VerbMethod> = new Set([
  "page/get-html",
  "page/screenshot",
  "page/snapshot",
]);

/** The verbs that show the page as it is: a script's word and a picture are not redacted. */
const AS_IT_IS: ReadonlySet<VerbMethod> = new Set(["page/evaluate", "page/screenshot"]);

/** The verbs that are operations of a running capture, by method. */
const OPERATIONS: ReadonlyMap<string, string> = new Map(
  CATALOGUE.flatMap(({ method, operation }) =>
    operation === undefined ? [] : [[method, operation]],
  ),
);

/** The verbs that load a page which is out of memory anew; nothing else does. */
const LOADING: ReadonlySet<string> = new Set(["page/navigate", "page/reload"]);

/** Errors of an element that is not where it was looked for. */
const UNFOUND: ReadonlySet<string> = new Set(["element_not_found", "ref_stale"]);
/** Other tabs that such an error names, and characters of the URL. */
const TABS = 10;
const URL_CHARS = 200;

/** As long as those verbs themselves take. */
const LOAD_MS = 30_000;
const POLL_MS = 50;

/** Runs a browser verb on a tab that the session owns, as an operation of its capture where there is one. */
export class VerbRunner {
  readonly #parts: VerbRunnerParts;
  readonly #refs = new Map<number, RefStore>();

  constructor(parts: VerbRunnerParts) {
    this.#parts = parts;
  }

  async run<M extends VerbMethod>(
    method: M,
    params: ActionParams[M],
    call: VerbCall,
  ): Promise<ActionResults[M]> {
    const { sessions } = this.#parts;
    const { session } = params;
    const { tabId, state } = await sessions.requireTab(session, params.tab_id);
    await this.#requireMemory(method, tabId, params, call.signal);
    try {
      return await this.#onTab(method, params, { ...call, tabId, state });
    } catch (error) {
      if (!(error instanceof BskError)) throw error;
      if (error.code === "page_crashed") throw errors.pageCrashed(tabId, session);
      if (error.code === "page_restricted") throw errors.pageRestricted(tabId, session);
      if (error.code === "page_gone") throw withHint(error, `bsk tab list --session ${session}`);
      throw UNFOUND.has(error.code) ? await this.#withWhere(error, { tabId, state }) : error;
    }
  }

  /** Throws `dialog_open` when the tab's page waits on one: it would answer nothing. */
  refuseDialog(tabId: number, session: string): void {
    const tab = this.#parts.held.get(tabId);
    if (tab && PageWatch.of(tab).dialog) throw errors.dialogOpen(tabId, session);
  }

  async #onTab<M extends VerbMethod>(
    method: M,
    params: ActionParams[M],
    call: VerbCall & { readonly tabId: number; readonly state: SessionState },
  ): Promise<ActionResults[M]> {
    const { sessions, held, hung, captures, overlays } = this.#parts;
    const { signal, tabId, state, isAction = true } = call;
    const mayEnd = await hung.mayEnd();
    return held.use(tabId, async (cdp) => {
      const context = {
        tabId,
        session: params.session,
        cdp,
        signal,
        refs: this.#refsOf(tabId),
        overlay: overlays.control(tabId),
        ...(mayEnd ? { endHung: () => hung.end(cdp, tabId) } : {}),
      };
      const verb = async (): Promise<ActionResults[M]> => {
        if (BARE.has(method)) await context.overlay.hide(); // it comes back when the command is over
        const run = (): Promise<ActionResults[M]> => VERBS[method](params, context);
        return AS_IT_IS.has(method) ? run() : withoutSecrets(() => PageWatch.of(cdp).secrets, run);
      };
      const operation = OPERATIONS.get(method);
      const acted = overlays.acting(cdp, state);
      try {
        if (operation === undefined || !isAction) return await verb();
        const target = call.target ?? this.#named(tabId, params);
        const how = howOf(params);
        const start = {
          method: operation,
          ...(target === undefined ? {} : { target }),
          ...(how === undefined ? {} : { how }),
          isCalledOff: () => signal.aborted,
        };
        const openedTabs = watchOpenedTabs(sessions, state, tabId);
        const done = await captures.operation(tabId, start, verb, (result) => ({
          target: targetOf(operation, result),
          fileChooser: "file_chooser" in result ? result.file_chooser : undefined,
        }));
        const { result, operation_id } = done;
        const opened = await openedTabs();
        const elsewhere = operation_id === undefined ? this.#recordedTab(state) : undefined;
        return {
          ...result,
          ...(operation_id === undefined ? {} : { operation_id }),
          ...(opened.length === 0 ? {} : { opened_tabs: opened }),
          ...(elsewhere === undefined ? {} : { recorded_tab_id: elsewhere }),
        };
      } finally {
        acted();
      }
    });
  }

  /** What was not found may be in another tab: one that the page opened is the active one since. */
  async #withWhere(error: BskError, { tabId, state }: OwnedTab): Promise<BskError> {
    const others = [...state.tabs.keys()].filter((id) => id !== tabId);
    const named = others.slice(0, TABS).join(", ") + (others.length > TABS ? ", …" : "");
    const more = others.length === 0 ? "" : ` The session has other tabs: ${named}.`;
    const url = await this.#parts.urlOf(tabId, state.id);
    const { code, hint, exitCode, cause } = error;
    const data = { ...error.data, tab_id: tabId, url, other_tab_ids: others };
    const message = `${error.message} Looked in tab ${tabId}, ${url.slice(0, URL_CHARS)}.${more}`;
    return new BskError(code, message, {
      exitCode,
      data,
      cause,
      ...(hint === undefined ? {} : { hint: `${hint} --tab-id ${tabId}` }),
    });
  }

  /** The tab that a capture of the session records now. */
  #recordedTab({ runs }: SessionState): number | undefined {
    const { captures } = this.#parts;
    return runs.find(({ runId, tabId }) => captures.activeRunOf(tabId) === runId)?.tabId;
  }

  /** Refs end with their tab. */
  tabRemoved(tabId: number): void {
    this.#refs.delete(tabId);
  }

  /** A page that the browser put out of memory is loaded anew by what loads pages, and by nothing else. */
  async #requireMemory(
    method: VerbMethod,
    tabId: number,
    params: { readonly session: string; readonly timeout_ms?: number },
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#parts.held.get(tabId)) return; // a tab with a debugger is in memory
    const { discarded } = await chrome.tabs.get(tabId);
    if (!discarded) return;
    if (!LOADING.has(method)) throw errors.pageDiscarded(tabId, params.session);
    const ms = params.timeout_ms ?? LOAD_MS;
    const endsAt = performance.now() + ms;
    await chrome.tabs.reload(tabId);
    // A debugger that is attached before calls it crashed, or hears of no document [seen in Chromium 156].
    while ((await chrome.tabs.get(tabId)).status !== "complete") {
      if (signal.aborted) throw errors.cancelled("The command");
      if (performance.now() > endsAt) throw errors.timeout("The navigation", ms);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** An element as its snapshot called it, else as it was asked for. */
  #named(tabId: number, params: object): string | undefined {
    const target = "target" in params ? params.target : undefined;
    if (typeof target !== "string") return undefined;
    const ref = this.#refsOf(tabId).get(RefStore.parse(target) ?? "");
    return ref && ref.name !== "" ? `${ref.role} ${JSON.stringify(ref.name)}` : target;
  }

  #refsOf(tabId: number): RefStore {
    const refs = this.#refs.get(tabId) ?? new RefStore();
    this.#refs.set(tabId, refs);
    return refs;
  }
}

function withHint(error: BskError, hint: string): BskError {
  const { code, message, exitCode, data = {}, cause } = error;
  return new BskError(code, message, { hint: error.hint ?? hint, exitCode, data, cause });
}

/** The element as the verb named it: `double-click button "Save"` is a click on `button "Save"`. */
function targetOf(operation: string, result: object): string | undefined {
  const did = "did" in result ? result.did : undefined;
  if (typeof did !== "string") return undefined;
  const at = did.indexOf(`${operation} `);
  return at >= 0 && at < 20 ? did.slice(at + operation.length + 1) : undefined;
}
