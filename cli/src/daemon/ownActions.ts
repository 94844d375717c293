import type { ActionParams, ActionResults } from "@bsk/schema";
import { startBrowser, stopBrowser } from "./browserActions.js";
import type { Call } from "./Call.js";
import { checkParams } from "./checkParams.js";
import type { DaemonState } from "./DaemonState.js";
import { daemonStatus } from "./daemonStatus.js";
import { describeBrowsers } from "./describeBrowser.js";
import { listSessions, startSession, stopSessions } from "./sessionActions.js";

export type OwnMethod =
  | "browser/list"
  | "browser/start"
  | "browser/stop"
  | "daemon/stop"
  | "session/list"
  | "session/start"
  | "session/stop"
  | "system/status";

export type OwnActions = ReadonlyMap<string, (params: object, call: Call) => Promise<unknown>>;

/** The actions that the daemon answers itself, each behind its parameters' validator. */
export function ownActions(
  state: DaemonState,
  stopDaemon: () => Promise<ActionResults["daemon/stop"]>,
): OwnActions {
  const actions = new Map<string, (params: object, call: Call) => Promise<unknown>>();
  const on = <M extends OwnMethod>(
    method: M,
    run: (params: ActionParams[M], call: Call) => ActionResults[M] | Promise<ActionResults[M]>,
  ): void => {
    actions.set(method, async (params, call) => run(checkParams(method, params), call));
  };
  on("browser/list", () => ({ browsers: describeBrowsers(state) }));
  on("browser/start", (params, call) => startBrowser(state, params, call));
  on("browser/stop", (params) => stopBrowser(state, params));
  on("daemon/stop", () => stopDaemon());
  on("session/list", () => listSessions(state));
  on("session/start", (params, call) => startSession(state, params, call));
  on("session/stop", (params) => stopSessions(state, params));
  on("system/status", () => daemonStatus(state));
  return actions;
}
