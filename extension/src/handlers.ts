import { type Core, capabilities, errors } from "@bsk/core";
import type { ActionParams } from "@bsk/schema";
import type { Captures } from "./capture/Captures.js";
import type { TabDebugger } from "./debugger/TabDebugger.js";
import { BUILD, extensionVersion } from "./identity.js";
import type { Overlays } from "./overlay/Overlays.js";
import type { OwnedRun } from "./sessions/SessionState.js";
import type { OwnedTab, Sessions } from "./sessions/Sessions.js";
import type { TabVerbs } from "./sessions/tabs.js";
import { tabTargets } from "./sessions/targets.js";
import type { VerbRunner } from "./VerbRunner.js";

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
  const { core, sessions, tabs, verbs, captures, overlays } = parts;
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
    "page/click": (params, { signal }) =>
      verbs.run("page/click", params, { signal, target: params.target }),
    "page/evaluate": (params, { signal }) => verbs.run("page/evaluate", params, { signal }),
    "page/fill": (params, { signal }) =>
      verbs.run("page/fill", params, { signal, target: params.target }),
    "page/navigate": (params, { signal }) =>
      verbs.run("page/navigate", params, { signal, target: params.url }),
    "page/snapshot": (params, { signal }) => verbs.run("page/snapshot", params, { signal }),
    "debug/start": async (params, { signal }) => {
      const { state, tabId } = await tabToCapture(parts, params);
      await overlays.remove(tabId); // it comes again where the observer knows it
      const started = await captures.start(state, tabId, params, signal);
      await sessions.save();
      return started;
    },
    "debug/act": async (params, { signal }) =>
      captures.act(sessions.require(params.session), params, signal),
    "debug/analyze": read("debug/analyze"),
    "debug/capabilities": async ({ session }) => {
      if (session !== undefined) sessions.require(session);
      return capabilities({
        plugins: core.plugins,
        extension: { version: extensionVersion(), build: BUILD },
      });
    },
    "debug/console": read("debug/console"),
    "debug/listing": read("debug/listing"),
    "debug/operation": read("debug/operation"),
    "debug/operations": read("debug/operations"),
    "debug/pages": read("debug/pages"),
    "debug/request": read("debug/request"),
    "debug/requests": read("debug/requests"),
    "debug/status": async ({ session }, { signal }) =>
      captures.status(sessions.require(session), signal),
    "debug/stop": async (params) => captures.stop(sessions.require(params.session), params),
    "debug/summary": read("debug/summary"),
    "export/close": read("export/close"),
    "export/next": read("export/next"),
    "export/open": read("export/open"),
  };
}

/**
 * The tab that `debug start` means: one of the session, or in a managed browser any that no other session has.
 * Throws as `Sessions.requireTab`, and `not_managed`, `target_not_found`.
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
    return { tabId, state };
  }
  throw errors.targetNotFound(targetId.slice(0, 100), session);
}
