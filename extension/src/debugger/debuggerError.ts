import { BskError, errors } from "@bsk/core";

const UNATTACHED = "has no debugger attached any more";
const CUT_OFF = "was closed or released while a command ran";

/** The debugger is off the tab, which the browser's event tells only behind this error. */
export function isOffTab(error: unknown): boolean {
  const reason = error instanceof BskError ? error.data?.reason : undefined;
  return reason === UNATTACHED || reason === CUT_OFF;
}

/** What the browser says of a tab that a debugger has no hold on any more. */
const GONE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^No tab with (?:given )?id/, "was closed"],
  [/^Debugger is not attached/, UNATTACHED],
  [/^Detached while handling command/, CUT_OFF],
  [/^(?:Session|No target) with given id/, "has lost the frame that was asked"],
  [/^Target (?:closed|crashed)/, "was closed or crashed"],
];

/** A failure of `chrome.debugger` as an error of the catalogue; one of the catalogue stays as it is. */
export function debuggerError(tabId: number, method: string, cause: unknown): BskError {
  if (cause instanceof BskError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const protocol = protocolError(text);
  const reason = protocol?.message ?? text;
  if (isAlreadyAttached(cause)) return errors.debuggerBusy(tabId);
  if (/^Cannot (?:access|attach)|cannot be scripted/.test(reason)) {
    return errors.pageRestricted(tabId);
  }
  const gone = GONE.find(([pattern]) => pattern.test(reason));
  if (gone) return errors.pageGone(tabId, gone[1]);
  return errors.cdpFailed(method, reason, protocol && { cdp_code: protocol.code });
}

/** The browser's refusal to attach a second time. */
export function isAlreadyAttached(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith("Another debugger is already attached");
}

/** Errors of the protocol arrive as JSON in the message, the extension API's own as plain text. */
function protocolError(
  text: string,
): { readonly code: number; readonly message: string } | undefined {
  if (!text.startsWith("{")) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined; // not JSON after all: the text is the message
  }
  const { code, message } = parsed as { code?: unknown; message?: unknown }; // "{…}" is an object; both are checked
  if (typeof message !== "string") return undefined;
  return { code: typeof code === "number" ? code : 0, message };
}
