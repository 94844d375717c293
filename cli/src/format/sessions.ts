import type { ActionResults, SessionInfo } from "@bsk/schema";
import { cut, quote } from "./shorten.js";
import { table } from "./table.js";
import { clock } from "./units.js";

/** One row a session: id, browser, window, start, name. */
export function sessionRows(sessions: readonly SessionInfo[]): string[] {
  return table(
    sessions.map((session) => [
      session.id,
      `browser ${cut(session.browser, 40)}`,
      session.window_id === undefined ? "window -" : `window ${session.window_id}`,
      `since ${clock(session.started_at)}`,
      session.name === undefined ? "" : quote(session.name, 60),
    ]),
  );
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

export function formatSessionStop({ stopped, failed }: ActionResults["session/stop"]): string {
  const failures = failed.map(
    ({ session, code, message }) =>
      `${cut(session, 40)} not stopped: ${cut(code, 60)}: ${cut(message, 200)}`,
  );
  const head =
    stopped.length === 0 ? "0 sessions stopped" : `stopped ${cut(stopped.join(" "), 400)}`;
  return [head, ...failures].join("\n");
}
