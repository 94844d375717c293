import { table } from "@bsk/core";
import type { ActionResults, SessionInfo } from "@bsk/schema";
import { cut, quote } from "./shorten.js";
import { clock } from "./units.js";

/** One row a session: id, browser, window, start, name. */
export function sessionRows(sessions: readonly SessionInfo[]): string[] {
  return table(
    sessions.map((session) => [
      session.id,
      `browser ${cut(session.browser, 40)}`,
      session.window_id === undefined ? "window -" : `window ${session.window_id}`,
      ...liveCells(session),
      `since ${clock(session.started_at)}`,
      session.name === undefined ? "" : quote(session.name, 60),
    ]),
  );
}

function liveCells({ tab_ids, borrowed_tab_ids = [], capturing = [] }: SessionInfo): string[] {
  if (tab_ids === undefined) return ["tabs unknown", "its browser is not connected"];
  const ids = (list: readonly number[]): string => list.slice(0, 12).join(",") || "-";
  const facts = [
    borrowed_tab_ids.length === 0 ? "" : `borrowed ${ids(borrowed_tab_ids)}`,
    capturing.length === 0 ? "" : `capturing ${cut(capturing.join(","), 60)}`,
  ];
  return [`tabs ${ids(tab_ids)}`, facts.filter(Boolean).join("  ")];
}

export function formatSessionList({ sessions }: ActionResults["session/list"]): string {
  return sessions.length === 0
    ? "0 sessions\nnext: bsk session start"
    : sessionRows(sessions).join("\n");
}

/** The bare id, so that a shell can capture it. */
export function formatSessionStart({ session }: ActionResults["session/start"]): string {
  return session.id;
}

/** Said on stderr beside the id. */
export function sessionStartNote({ session }: ActionResults["session/start"]): string {
  const tab = session.tab_id === undefined ? "" : `, tab ${session.tab_id}`;
  return `window ${session.window_id ?? "-"}${tab} in browser ${cut(session.browser, 60)}`;
}

export function formatSessionStop(result: ActionResults["session/stop"]): string {
  const { stopped, failed, returned_tab_ids: returned, return_failures: notReturned } = result;
  const failures = failed.map(
    ({ session, code, message }) =>
      `${cut(session, 40)} not stopped: ${cut(code, 60)}: ${cut(message, 200)}`,
  );
  const head =
    stopped.length === 0 ? "0 sessions stopped" : `stopped ${cut(stopped.join(" "), 400)}`;
  const home = returned.length === 0 ? [] : [`returned tabs ${cut(returned.join(" "), 400)}`];
  const left = notReturned.map(
    ({ tab_id, code, message }) =>
      `tab ${tab_id} not returned, left open: ${cut(code, 60)}: ${cut(message, 200)}`,
  );
  return [head, ...home, ...left, ...failures].join("\n");
}
