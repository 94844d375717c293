import type { ActionParams, ActionResults } from "@bsk/schema";
import { readActivity, waitForCommand } from "./activityActions.js";
import { startBrowser, stopBrowser } from "./browserActions.js";
import type { Call } from "./Call.js";
import { checkBrowsers } from "./checkBrowsers.js";
import { checkParams } from "./checkParams.js";
import type { DaemonState } from "./DaemonState.js";
import { daemonStatus } from "./daemonStatus.js";
import { describeBrowsers } from "./describeBrowser.js";
import { forget, startPairing, waitForPairing } from "./pairActions.js";
import { listSessions, startSession, stopSessions } from "./sessionActions.js";

export type OwnMethod =
  | "browser/forget"
  | "browser/list"
  | "browser/start"
  | "browser/stop"
  | "cli/run"
  | "daemon/stop"
  | "debug/activity"
  | "debug/wait"
  | "pair/start"
  | "pair/wait"
  | "session/list"
  | "session/start"
  | "session/stop"
  | "system/check"
  | "system/status";

export type OwnActions = ReadonlyMap<string, (params: object, call: Call) => Promise<unknown>>;

/** What the daemon does as a whole. */
export interface DaemonActions {
  readonly stopDaemon: () => Promise<ActionResults["daemon/stop"]>;
  readonly runCommand: (
    params: ActionParams["cli/run"],
    call: Call,
  ) => Promise<ActionResults["cli/run"]>;
}

/** The actions that the daemon answers itself, each behind its parameters' validator. */
export function ownActions(
  state: DaemonState,
  { stopDaemon, runCommand }: DaemonActions,
): OwnActions {
  const actions = new Map<string, (params: object, call: Call) => Promise<unknown>>();
  const on = <M extends OwnMethod>(
    method: M,
    run: (params: ActionParams[M], call: Call) => ActionResults[M] | Promise<ActionResults[M]>,
  ): void => {
    actions.set(method, async (params, call) => run(checkParams(method, params), call));
  };
  on("browser/forget", (params) => forget(state, params));
  on("browser/list", () => ({ browsers: describeBrowsers(state) }));
  on("browser/start", (params, call) => startBrowser(state, params, call));
  on("browser/stop", (params) => stopBrowser(state, params));
  on("cli/run", runCommand);
  on("daemon/stop", () => stopDaemon());
  on("debug/activity", ({ session }) => readActivity(state, session));
  on("debug/wait", (params, call) => waitForCommand(state, params, call));
  on("pair/start", (params) => startPairing(state, params));
  on("pair/wait", (_params, call) => waitForPairing(state, call));
  on("session/list", () => listSessions(state));
  on("session/start", (params, call) => startSession(state, params, call));
  on("session/stop", (params) => stopSessions(state, params));
  on("system/check", (_params, { signal }) => checkBrowsers(state, signal));
  on("system/status", () => daemonStatus(state));
  return actions;
}
