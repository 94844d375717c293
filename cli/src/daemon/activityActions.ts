import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Call } from "./Call.js";
import type { DaemonState } from "./DaemonState.js";

const DEFAULT_WAIT_MS = 10_000;

/** What the session's browser command is doing; the browser is not asked. */
export function readActivity(
  { sessions, slots }: DaemonState,
  session: string,
): ActionResults["debug/activity"] {
  return { activity: slots.activity(sessions.get(session).id) };
}

/** Waits beside the slot, never for it: whoever waits here does not keep a command from starting. */
export function waitForCommand(
  { sessions, slots }: DaemonState,
  { session, command_id: commandId, wait_ms: waitMs = DEFAULT_WAIT_MS }: ActionParams["debug/wait"],
  { signal }: Call,
): Promise<ActionResults["debug/wait"]> {
  return slots.wait(sessions.get(session).id, { commandId, waitMs, signal });
}
