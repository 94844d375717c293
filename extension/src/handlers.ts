import { type Core, capabilities } from "@bsk/core";
import type { ActionParams } from "@bsk/schema";
import type { Captures } from "./capture/Captures.js";
import { isHistoryOpen } from "./capture/historyAccess.js";
import type { TabDebugger } from "./debugger/TabDebugger.js";
import { BUILD, extensionVersion } from "./identity.js";
import type { Sessions } from "./sessions/Sessions.js";
import type { TabVerbs } from "./sessions/tabs.js";
import type { VerbRunner } from "./VerbRunner.js";

/** The methods of the catalogue that run here; a test compares them with the catalogue. */
export type ExtensionMethod = Extract<
  keyof ActionParams,
  | `page/${string}`
  | `tab/${string}`
  | `export/${string}`
  | "session/open"
  | "session/close"
  | DebugMethod
>;
type DebugMethod = Exclude<Extract<keyof ActionParams, `debug/${string}`>, "debug/export">;

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
}

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
    "session/close": async ({ session, reason = "session_ended" }) => ({
      closed: await sessions.close(session, reason),
    }),
    "tab/list": (params) => tabs.list(params),
    "tab/create": (params) => tabs.create(params),
    "tab/close": (params) => tabs.close(params),
    "page/click": (params, { signal }) =>
      verbs.run("page/click", params, { signal, target: params.target }),
    "page/evaluate": (params, { signal }) => verbs.run("page/evaluate", params, { signal }),
    "page/fill": (params, { signal }) =>
      verbs.run("page/fill", params, { signal, target: params.target }),
    "page/navigate": (params, { signal }) =>
      verbs.run("page/navigate", params, { signal, target: params.url }),
    "page/snapshot": (params, { signal }) => verbs.run("page/snapshot", params, { signal }),
    "debug/start": async (params, { signal }) => {
      const { state, tabId } = await sessions.requireTab(params.session, params.tab_id);
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
    "debug/history": async (params) => {
      const owner = sessions.require(params.session);
      return captures.history(owner, params, { isOpen: await isHistoryOpen() });
    },
    "debug/operation": read("debug/operation"),
    "debug/operations": read("debug/operations"),
    "debug/pages": read("debug/pages"),
    "debug/pin": async (params, { signal }) =>
      captures.pin(sessions.require(params.session), params, { isPinned: true, signal }),
    "debug/request": read("debug/request"),
    "debug/requests": read("debug/requests"),
    "debug/status": async (params) => captures.status(sessions.require(params.session), params),
    "debug/stop": async (params) => captures.stop(sessions.require(params.session), params),
    "debug/summary": read("debug/summary"),
    "debug/unpin": async (params, { signal }) =>
      captures.pin(sessions.require(params.session), params, { isPinned: false, signal }),
    "export/close": read("export/close"),
    "export/next": read("export/next"),
    "export/open": read("export/open"),
  };
}
