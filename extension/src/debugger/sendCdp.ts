import { errors } from "@bsk/core";
import { CDP_METHODS } from "./cdpMethods.js";
import { debuggerError } from "./debuggerError.js";
import { withDeadline } from "./withDeadline.js";

/** A tab, or one of its child sessions (an iframe of another site). */
export interface CdpTarget {
  readonly tabId: number;
  readonly sessionId?: string;
}

/** A crashed or hung page never answers, so that no command may wait without an end. */
export const DEFAULT_DEADLINE_MS = 5000;

/**
 * The one door to `chrome.debugger.sendCommand`. Throws `internal` for a method that is not on the
 * list, `cdp_timeout`, `page_gone`, `debugger_busy` or `cdp_failed`.
 */
export async function sendCdp(
  target: CdpTarget,
  method: string,
  params: object = {},
  deadlineMs: number = DEFAULT_DEADLINE_MS,
): Promise<unknown> {
  if (!CDP_METHODS.has(method)) throw errors.internal(`the CDP method ${method} is not allowed`);
  try {
    const answer = chrome.debugger.sendCommand(target, method, params);
    return await withDeadline(answer, deadlineMs, () => errors.cdpTimeout(method, deadlineMs));
  } catch (error) {
    throw debuggerError(target.tabId, method, error);
  }
}
