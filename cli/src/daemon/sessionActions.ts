import { BskError, errors, foreignError } from "@bsk/core";
import {
  type ActionParams,
  type ActionResults,
  type SessionInfo,
  validateResult,
} from "@bsk/schema";
import type { Call } from "./Call.js";
import { chooseBrowser } from "./chooseBrowser.js";
import type { DaemonState } from "./DaemonState.js";
import type { Extension } from "./Extension.js";

const OPEN_MS = 30_000;
const CLOSE_MS = 15_000;
const INSPECT_MS = 2_000;

type Returned = Pick<ActionResults["session/close"], "returned_tab_ids" | "return_failures">;

/** Every session, with what its browser says of it at once. */
export async function listSessions(state: DaemonState): Promise<ActionResults["session/list"]> {
  const sessions = await Promise.all(
    state.sessions.all().map(async (session) => ({
      ...session,
      ...(await inspect(state.extensions.get(session.browser), session.id)),
    })),
  );
  return { sessions };
}

async function inspect(
  extension: Extension | undefined,
  session: string,
): Promise<Partial<ActionResults["session/inspect"]>> {
  try {
    const facts = await extension?.call("session/inspect", { session }, { deadlineMs: INSPECT_MS });
    return validateResult["session/inspect"](facts) ? facts : {};
  } catch {
    return {}; // the list says what is known without it
  }
}

async function openWindow(
  extension: Extension,
  session: string,
  params: ActionParams["session/start"],
): Promise<ActionResults["session/open"]> {
  const { browser: _browser, ...window } = params;
  const opened = await extension.call(
    "session/open",
    { session, ...window },
    { deadlineMs: OPEN_MS },
  );
  const validate = validateResult["session/open"];
  if (!validate(opened)) throw errors.malformedFrame("the extension's answer to session/open");
  return opened;
}

/** Opens an Agent Window in the chosen browser. */
export async function startSession(
  state: DaemonState,
  params: ActionParams["session/start"],
  { signal }: Call,
): Promise<ActionResults["session/start"]> {
  const extension = await chooseBrowser(state, params.browser, signal);
  const { id, release } = state.sessions.reserve();
  try {
    // Not cancelled half-way: what was opened must be known here, so that it can be closed again.
    const window = await openWindow(extension, id, params);
    const session: SessionInfo = {
      id,
      browser: extension.browser.instance_id,
      started_at: Date.now(),
      ...window,
      ...(params.name === undefined ? {} : { name: params.name }),
    };
    state.sessions.add(session);
    if (!signal.aborted) return { session };
    await closeSession(state, id, CLOSE_MS);
    throw errors.cancelled("session/start");
  } finally {
    release();
  }
}

/** Ends a session in its extension and here. A browser that is not connected has ended it by itself. */
export async function closeSession(state: DaemonState, id: string, ms: number): Promise<Returned> {
  const session = state.sessions.get(id);
  const extension = state.extensions.get(session.browser);
  let closed: unknown;
  try {
    closed = await extension?.call(
      "session/close",
      { session: id, reason: "session_ended" },
      { deadlineMs: ms },
    );
  } catch (error) {
    const isOver = error instanceof BskError && ENDED.has(error.code);
    if (!isOver) throw error;
  }
  state.sessions.remove(id, "it was stopped");
  return validateResult["session/close"](closed)
    ? closed
    : { returned_tab_ids: [], return_failures: [] };
}

const ENDED: ReadonlySet<string> = new Set(["session_not_found", "extension_disconnected"]);

/** Ends one session, or every one; a failure of one does not keep the others. */
export async function stopSessions(
  state: DaemonState,
  { session, all }: ActionParams["session/stop"],
): Promise<ActionResults["session/stop"]> {
  if (session !== undefined) {
    const { returned_tab_ids, return_failures } = await closeSession(state, session, CLOSE_MS);
    return { stopped: [session], failed: [], returned_tab_ids, return_failures };
  }
  if (all !== true) {
    throw errors.invalidParams(
      "Name a session, or all of them.",
      undefined,
      "bsk session stop --all",
    );
  }
  return closeSessions(
    state,
    state.sessions.all().map(({ id }) => id),
    CLOSE_MS,
  );
}

/** Ends the given sessions at the same time, each within `ms`. */
export async function closeSessions(
  state: DaemonState,
  ids: readonly string[],
  ms: number,
): Promise<ActionResults["session/stop"]> {
  const result: ActionResults["session/stop"] = {
    stopped: [],
    failed: [],
    returned_tab_ids: [],
    return_failures: [],
  };
  await Promise.all(
    ids.map(async (id) => {
      try {
        const { returned_tab_ids, return_failures } = await closeSession(state, id, ms);
        result.stopped.push(id);
        result.returned_tab_ids.push(...returned_tab_ids);
        result.return_failures.push(...return_failures);
      } catch (error) {
        const { code, message } = foreignError(error);
        result.failed.push({ session: id, code, message });
      }
    }),
  );
  return result;
}
