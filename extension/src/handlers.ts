import { type Core, capabilities, errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Captures } from "./capture/Captures.js";
import { isHistoryOpen } from "./capture/historyAccess.js";
import type { TabDebugger } from "./debugger/TabDebugger.js";
import { BUILD, extensionVersion } from "./identity.js";
import type { Overlays } from "./overlay/Overlays.js";
import type { OwnedRun } from "./sessions/SessionState.js";
import type { OwnedTab, Sessions } from "./sessions/Sessions.js";
import type { TabVerbs } from "./sessions/tabs.js";
import { siteOf, tabTargets } from "./sessions/targets.js";
import type { VerbRunner } from "./VerbRunner.js";
import { allowedUrl, keyBefore, type VerbMethod } from "./verbs/index.js";

/** The methods of the catalogue that run here; a test compares them with the catalogue. */
export type ExtensionMethod = Extract<
  keyof ActionParams,
  | `page/${string}`
  | `tab/${string}`
  | `export/${string}`
  | "session/open"
  | "session/close"
  | "session/inspect"
  | DebugMethod
>;
/** Those that the daemon answers from its own memory, and the one that is made of others, are not among them. */
type DebugMethod = Exclude<
  Extract<keyof ActionParams, `debug/${string}`>,
  "debug/activity" | "debug/export" | "debug/wait"
>;

export interface RequestContext {
  /** Aborted when the caller cancels or is gone. */
  readonly signal: AbortSignal;
}

/** One handler a method. Parameters are valid; the daemon validates results. */
export type Handlers = {
  readonly [M in ExtensionMethod]: (
    params: ActionParams[M],
    context: RequestContext,
  ) => Promise<unknown>;
};

export interface HandlerParts {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly tabs: TabVerbs;
  readonly verbs: VerbRunner;
  readonly captures: Captures<TabDebugger>;
  readonly overlays: Pick<Overlays, "remove">;
  /** A browser that bsk started. */
  readonly isManaged: () => Promise<boolean>;
}

const NOTHING_RETURNED = { returned_tab_ids: [], return_failures: [] };

/** What this extension can be asked, each with who does it. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { core, sessions, tabs, verbs, captures } = parts;
  const read = (method: ExtensionMethod) => {
    return async (
      params: { readonly session: string },
      { signal }: RequestContext,
    ): Promise<unknown> => captures.read(method, sessions.require(params.session), params, signal);
  };
  return {
    "session/open": (params) => sessions.open(params),
    "session/close": async ({ session, reason = "session_ended" }) => {
      const ended = await sessions.close(session, reason);
      return { closed: ended !== undefined, ...(ended ?? NOTHING_RETURNED) };
    },
    "session/inspect": async ({ session }) => {
      const { tabs, homes, runs } = sessions.require(session);
      const isLive = ({ runId, tabId }: OwnedRun): boolean => captures.activeRunOf(tabId) === runId;
      return {
        tab_ids: [...tabs.keys()],
        borrowed_tab_ids: [...homes.keys()],
        capturing: runs.filter(isLive).map(({ runId }) => runId),
      };
    },
    "tab/list": (params) => tabs.list(params),
    "tab/create": (params) => tabs.create(params),
    "tab/close": (params) => tabs.close(params),
    "tab/select": (params) => tabs.select(params),
    "tab/borrow": (params, { signal }) => tabs.borrow(params, signal),
    "tab/return": (params) => tabs.return(params),
    ...pageHandlers(verbs),
    "debug/start": (params, { signal }) => startCapture(parts, params, signal),
    "debug/act": async (params, { signal }) => {
      const state = sessions.require(params.session);
      const mayAct = (tabId: number): boolean => state.tabs.has(tabId);
      return captures.act(state, params, { signal, mayAct });
    },
    "debug/analyze": read("debug/analyze"),
    "debug/capabilities": async ({ session }) => {
      if (session !== undefined) sessions.require(session);
      return capabilities({
        plugins: core.plugins,
        extension: { version: extensionVersion(), build: BUILD },
      });
    },
    "debug/console": read("debug/console"),
    "debug/history": async (params) => {
      const owner = sessions.require(params.session);
      return captures.history(owner, params, { isOpen: await isHistoryOpen() });
    },
    "debug/listing": read("debug/listing"),
    "debug/operation": read("debug/operation"),
    "debug/operations": read("debug/operations"),
    "debug/pages": read("debug/pages"),
    "debug/pin": async (params, { signal }) =>
      captures.pin(sessions.require(params.session), params, { isPinned: true, signal }),
    "debug/request": read("debug/request"),
    "debug/requests": read("debug/requests"),
    "debug/search": read("debug/search"),
    "debug/status": async (params) => captures.status(sessions.require(params.session), params),
    "debug/stop": async (params) => captures.stop(sessions.require(params.session), params),
    "debug/summary": read("debug/summary"),
    "debug/timeline": read("debug/timeline"),
    "debug/unpin": async (params, { signal }) =>
      captures.pin(sessions.require(params.session), params, { isPinned: false, signal }),
    "debug/wait-for": async (params, { signal }) =>
      captures.waitFor(sessions.require(params.session), params, signal),
    "export/close": read("export/close"),
    "export/next": read("export/next"),
    "export/open": read("export/open"),
  };
}

/** Starts a capture, whoever asks for it: a command, or a page of this extension. */
export async function startCapture(
  parts: Pick<HandlerParts, "captures" | "isManaged" | "overlays" | "sessions" | "verbs">,
  params: ActionParams["debug/start"],
  signal: AbortSignal,
): Promise<ActionResults["debug/start"]> {
  const { state, tabId } = await tabToCapture(parts, params);
  parts.verbs.refuseDialog(tabId, params.session);
  const { discarded } = await chrome.tabs.get(tabId);
  if (discarded) throw errors.pageDiscarded(tabId, params.session);
  await parts.overlays.remove(tabId); // it comes again where the observer knows it
  // The tab may have gone home, or to another session, meanwhile. From here to the start nothing waits.
  const owner = parts.sessions.ownerOf(tabId);
  const isNobodys = owner === undefined && params.target_id !== undefined;
  if (owner !== state && !isNobodys) throw errors.notOwner(`Tab ${tabId}`, params.session);
  const started = await parts.captures.start(state, tabId, params, signal);
  await parts.sessions.save();
  return started;
}

/**
 * The tab that `debug start` means: one of the session, or in a managed browser any that no other session has.
 * Throws as `Sessions.requireTab`, and `not_managed`, `target_not_found`,
 * `target_not_capturable`.
 */
async function tabToCapture(
  { sessions, isManaged }: Pick<HandlerParts, "sessions" | "isManaged">,
  { session, tab_id, target_id: targetId }: ActionParams["debug/start"],
): Promise<OwnedTab> {
  if (targetId === undefined) return sessions.requireTab(session, tab_id);
  if (tab_id !== undefined) throw errors.invalidParams("Name a tab or a target, not both.");
  const state = sessions.require(session);
  if (!(await isManaged())) throw errors.notManaged("--target-id");
  for (const [tabId, target] of await tabTargets()) {
    if (target.targetId !== targetId) continue;
    const owner = sessions.ownerOf(tabId);
    if (owner && owner !== state) throw errors.notOwner(`Tab ${tabId}`, session);
    if (siteOf(target.url) === undefined) throw errors.targetNotCapturable(targetId);
    return { tabId, state };
  }
  throw errors.targetNotFound(targetId.slice(0, 100), session);
}

type PageHandlers = Pick<Handlers, VerbMethod>;

function pageHandlers(verbs: VerbRunner): PageHandlers {
  const run = <M extends VerbMethod>(method: M) => {
    return (params: ActionParams[M], { signal }: RequestContext): Promise<unknown> =>
      verbs.run(method, params, { signal });
  };
  return {
    "page/blur": run("page/blur"),
    "page/click": run("page/click"),
    "page/console": run("page/console"),
    "page/dialog": (params, { signal }) => {
      const { answer = "status" } = params;
      const isAction = answer !== "status";
      return verbs.run("page/dialog", params, { signal, target: answer, isAction });
    },
    "page/evaluate": run("page/evaluate"),
    "page/fill": run("page/fill"),
    "page/focus": run("page/focus"),
    "page/get-html": run("page/get-html"),
    "page/hover": run("page/hover"),
    "page/navigate": async (params, { signal }) => {
      allowedUrl(params.url); // before anything is attached
      return verbs.run("page/navigate", params, { signal, target: params.url });
    },
    "page/navigate-back": run("page/navigate-back"),
    "page/navigate-forward": run("page/navigate-forward"),
    "page/network": run("page/network"),
    "page/press": async (params, { signal }) => {
      const target = keyBefore(params.key, params.modifiers); // what is no key may be a password: no operation is called by it
      return verbs.run("page/press", params, {
        signal,
        ...(target === undefined ? {} : { target }),
      });
    },
    "page/reload": run("page/reload"),
    "page/screenshot": run("page/screenshot"),
    "page/scroll-to": run("page/scroll-to"),
    "page/select": run("page/select"),
    "page/snapshot": run("page/snapshot"),
    "page/wait-for-element": run("page/wait-for-element"),
    "page/wait-for-navigation": run("page/wait-for-navigation"),
    "page/wheel": run("page/wheel"),
  };
}
