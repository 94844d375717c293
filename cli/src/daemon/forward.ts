import { BskError, errors } from "@bsk/core";
import type { ActionDefinition } from "@bsk/schema";
import type { Call } from "./Call.js";
import type { Extension } from "./Extension.js";
import type { Sessions } from "./Sessions.js";
import type { Slots } from "./Slots.js";

const DEFAULT_DEADLINE_MS = 35_000;
/** What the extension may need on top of the time that the command itself waits. */
const DEADLINE_MARGIN_MS = 5_000;

export interface ForwardContext {
  readonly sessions: Sessions;
  readonly slots: Slots;
  /** The browser's connection, awaited a moment after a restart. Throws `extension_not_connected`. */
  readonly connectionOf: (browser: string, signal: AbortSignal) => Promise<Extension>;
}

function deadlineOf({ params: schema }: ActionDefinition, params: object): number {
  const usual = schema.properties?.timeout_ms?.default;
  const waits = "timeout_ms" in params ? params.timeout_ms : usual;
  return typeof waits === "number" ? waits + DEADLINE_MARGIN_MS : DEFAULT_DEADLINE_MS;
}

function sessionOf(method: string, params: object): string {
  if ("session" in params && typeof params.session === "string") return params.session;
  throw errors.invalidParams(`${method} needs a session.`, undefined, "bsk session list");
}

/** Sends a command to its session's browser, after the rule of the one slot, and passes on what comes back. */
export async function forward(
  action: ActionDefinition,
  params: object,
  call: Call,
  context: ForwardContext,
): Promise<unknown> {
  const { sessions, slots } = context;
  const { method } = action;
  const session = sessions.get(sessionOf(method, params));
  const slot = action.slot === "exclusive" ? slots.take(session.id, method) : undefined;
  sessions.touch(session.id);
  let extension: Extension;
  try {
    extension = await context.connectionOf(session.browser, call.signal);
  } catch (error) {
    slot?.free();
    throw error;
  }
  try {
    return await extension.call(method, params, {
      deadlineMs: deadlineOf(action, params),
      signal: call.signal,
      onProgress: call.onProgress,
      ...(slot ? { onGivenUp: slot.stopping, onStopped: slot.free } : {}),
    });
  } catch (error) {
    // The window is gone and its notice was lost: nobody can use this session any more.
    if (error instanceof BskError && error.code === "session_not_found") {
      sessions.remove(session.id, "its window is gone");
      sessions.get(session.id); // throws, and says why
    }
    throw error;
  }
}
