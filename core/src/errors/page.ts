import type { BskError, ErrorDetails } from "./BskError.js";
import { make } from "./make.js";

/** What mends a network error. */
const REMEDIES: readonly (readonly [error: RegExp, remedy: string])[] = [
  [
    /ERR_UNSAFE_PORT/,
    "The browser opens no web page on this port: serve the site on another one, 3000 or 8080 for instance.",
  ],
  [/ERR_CONNECTION_REFUSED/, "Nothing listens there: start the site, or mend host and port."],
  [/ERR_NAME_NOT_RESOLVED/, "No such host: mend its name, or look at DNS and proxy."],
  [/ERR_(?:EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED))/, "The server hung up: its log says why."],
  [
    /ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)/,
    "The server broke off in the middle: its log says why.",
  ],
  [/ERR_SSL_PROTOCOL_ERROR/, "The server speaks no TLS there: try http://."],
  [/ERR_CERT_/, "The browser does not trust the site's certificate: trust it, or try http://."],
];

function remedyOf(netError: string): string | undefined {
  return REMEDIES.find(([error]) => error.test(netError))?.[1];
}

function seenOf(seen: number, sent: number): string {
  return seen === 0 ? "nothing" : `${seen} of ${sent}`;
}

/** A prompt for a login is the answer to one of these. */
function waitingFor([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `. Without an answer is ${first.slice(0, 200)}${more}`;
}

const BY_HAND = "close its tab by hand";

/** The page, and the browser behind it. */
export const pageErrors: PageErrors = {
  cdpFailed: (method, reason, data) =>
    make("cdp_failed", 3)(`${method}: ${reason}`, undefined, data),
  cdpTimeout: (method, ms) =>
    make("cdp_timeout", 4)(`The browser did not answer ${method} within ${ms} ms.`, "bsk doctor", {
      method,
      ms,
    }),
  debuggerBusy: (tabId) =>
    make("debugger_busy", 3)(`Another debugger is attached to tab ${tabId}.`, "bsk doctor", {
      tab_id: tabId,
    }),
  dialogNotFound: (id, session) =>
    make("dialog_not_found", 1)(
      `The open dialog is not ${id}.`,
      `bsk dialog --session ${session}`,
      {
        dialog_id: id,
      },
    ),
  dialogOpen: (tabId, session) =>
    make("dialog_open", 1)(
      `A dialog of the page is open in tab ${tabId}; nothing was done.`,
      `bsk dialog accept --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId, dispatched: false },
    ),
  documentEmpty: (tabId, session) =>
    make("document_empty", 3)(
      `The document in tab ${tabId} holds no element: a script took away all of it.`,
      `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  elementNotActionable: (target, why, session) =>
    make("element_not_actionable", 3)(`${target} is ${why}.`, `bsk snapshot --session ${session}`, {
      target,
      reason: why,
    }),
  elementNotFound: (target, session) =>
    make("element_not_found", 1)(`No element for ${target}.`, `bsk snapshot --session ${session}`, {
      target,
    }),
  inputUnseen: (tabId, session, { seen, sent, waiting, external }) =>
    make("input_unseen", 3)(
      external === undefined
        ? `The page in tab ${tabId} saw ${seenOf(seen, sent)} of the input: the browser shows something of its own over it, as a prompt for a login${waitingFor(waiting)}.`
        : `The page in tab ${tabId} saw ${seenOf(seen, sent)} of the input: the browser shows something of its own over it, most likely its question about the other application that the page asked for${external && ` (${external})`}. That goes with a page of another site; bsk navigate-back comes back.`,
      external === undefined
        ? `bsk dialog dismiss --session ${session} --tab-id ${tabId}`
        : `bsk navigate about:blank --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId, dispatched: true, seen, sent, waiting: waiting.slice(0, 5), external },
    ),
  navigationFailed: (netError, data) =>
    make("navigation_failed", 3)(`The navigation failed: ${netError}`, remedyOf(netError), {
      ...data,
      net_error: netError,
    }),
  navigationPending: (tabId, session) =>
    make("navigation_pending", 4)(
      `Tab ${tabId} waits for the server of another page; until it answers, the page there says nothing.`,
      `bsk wait-for-navigation --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  noDialog: (tabId, session) =>
    make("no_dialog", 1)(
      `No dialog of tab ${tabId} is known that could be answered.`,
      `bsk dialog --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  noHistoryEntry: (direction) =>
    make("no_history_entry", 1)(
      `The tab's history has nothing to go ${direction} to.`,
      "bsk navigate --help",
      {
        direction,
      },
    ),
  notASelect: (target, tag) =>
    make("not_a_select", 1)(
      `${target} is <${tag}>, not <select>: click it, then click an option.`,
      "bsk click --help",
      { target, tag },
    ),
  notFillable: (target, what, verb) =>
    make("not_fillable", 1)(
      `${target} is ${what}, which takes no text${verb === undefined ? "" : `: use bsk ${verb}`}.`,
      verb === undefined ? undefined : `bsk ${verb} --help`,
      { target, what },
    ),
  optionNotFound: (target, value, { has, session }) =>
    make("option_not_found", 1)(
      `${target} has no option that can be chosen with the value or label ${JSON.stringify(value)}. It has ${has || "none that can be chosen"}.`,
      `bsk snapshot --session ${session}`,
      { target, value },
    ),
  pageCrashed: (tabId, session) =>
    make("page_crashed", 3)(
      `The page in tab ${tabId} crashed.`,
      session === undefined ? undefined : `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  pageDiscarded: (tabId, session) =>
    make("page_discarded", 3)(
      `The browser put the page in tab ${tabId} out of memory.`,
      `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  pageRestricted: (tabId, session) =>
    make("page_restricted", 3)(
      `Tab ${tabId} shows a page that extensions may not debug, or a frame of one, as of another extension.`,
      session === undefined ? undefined : `bsk tab create --session ${session}`,
      { tab_id: tabId },
    ),
  pageGone: (tabId, why) =>
    make("page_gone", 3)(`Tab ${tabId} ${why}.`, undefined, { tab_id: tabId, reason: why }),
  pageEnding: (tabId, session, ms) =>
    make("page_hung", 4)(
      `The page in tab ${tabId} did not answer within ${ms} ms: it hangs, and its process has not ended yet. Try again; if it stays, bsk tab close ${tabId} --session ${session}.`,
      `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId, ms, dispatched: false },
    ),
  pageHung: (tabId, session, { ms, isDispatched = false, mayEnd = false }) =>
    make("page_hung", 4)(
      `The page in tab ${tabId} did not answer within ${ms} ms${isDispatched ? " after the input was sent" : ""}: it is busy, or waits for a dialog that opened before bsk was attached. Wait, then try again; if it never answers, ${mayEnd ? `bsk reload --session ${session} ends it` : BY_HAND}.`,
      "bsk wait-ms 5s",
      { tab_id: tabId, ms, dispatched: isDispatched },
    ),
  pageKept: (tabId, ms) =>
    make("page_hung", 4)(
      `The page in tab ${tabId} did not answer within ${ms} ms: it hangs. In a person's own browser no process is ended, other tabs may share it. Wait, then try again; if it never answers, ${BY_HAND}.`,
      "bsk wait-ms 5s",
      { tab_id: tabId, ms, dispatched: false },
    ),
  pageNavigates: (tabId, session, { times, isDispatched }) =>
    make("page_navigates", 4)(
      `The page in tab ${tabId} went to another document ${times === 1 ? "" : `${times} times `}while the command ran: ${isDispatched ? "what it did is not known" : "nothing was done"}. A page that reloads itself again and again cannot be held.`,
      `bsk wait-for-navigation --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId, dispatched: isDispatched, navigations: times },
    ),
  pageNotShown: (tabId, session) =>
    make("page_not_shown", 3)(
      `The page in tab ${tabId} has no size: it was loaded behind another tab, and has not been shown since.`,
      `bsk tab select ${tabId} --session ${session}`,
      { tab_id: tabId },
    ),
  refStale: (ref, session) =>
    make("ref_stale", 1)(
      `${ref} is not of the latest snapshot of this page.`,
      `bsk snapshot --session ${session}`,
      {
        ref,
      },
    ),
  screenshotTooLarge: (bytes) =>
    make("screenshot_too_large", 1)(
      `The picture has ${bytes} bytes, more than one answer holds: take one element, or the viewport.`,
      "bsk screenshot --help",
      { bytes },
    ),
  tooManyValues: (target, count) =>
    make("too_many_values", 1)(
      `${target} takes one option, and ${count} were given.`,
      "bsk select --help",
      { target, count },
    ),
  unknownKey: (name) =>
    make("unknown_key", 1)(`There is no key ${JSON.stringify(name)}.`, "bsk press --help"),
  urlNotAllowed: (why) => make("url_not_allowed", 1)(`That URL cannot be opened: ${why}.`),
};

export interface PageErrors {
  cdpFailed(method: string, reason: string, data?: ErrorDetails): BskError;
  cdpTimeout(method: string, ms: number): BskError;
  debuggerBusy(tabId: number): BskError;
  dialogNotFound(id: string, session: string): BskError;
  dialogOpen(tabId: number, session: string): BskError;
  /** A document without any element. */
  documentEmpty(tabId: number, session: string): BskError;
  elementNotActionable(target: string, why: string, session: string): BskError;
  elementNotFound(target: string, session: string): BskError;
  /** `waiting`: URLs of requests without an answer, redacted, the oldest first. */
  inputUnseen(
    tabId: number,
    session: string,
    options: {
      readonly seen: number;
      readonly sent: number;
      readonly waiting: readonly string[];
      /** The scheme for another application that the page asked for; "": one that is not known. */
      readonly external?: string;
    },
  ): BskError;
  navigationFailed(netError: string, data?: ErrorDetails): BskError;
  navigationPending(tabId: number, session: string): BskError;
  noDialog(tabId: number, session: string): BskError;
  noHistoryEntry(direction: "back" | "forward"): BskError;
  notASelect(target: string, tag: string): BskError;
  /** `verb`: the one that can do it. */
  notFillable(target: string, what: string, verb?: string): BskError;
  /** `has`: the options that can be chosen, in words; empty: none. */
  optionNotFound(
    target: string,
    value: string,
    options: { readonly has: string; readonly session: string },
  ): BskError;
  /** Without a session there is no hint. */
  pageCrashed(tabId: number, session?: string): BskError;
  pageDiscarded(tabId: number, session: string): BskError;
  pageGone(tabId: number, why: string): BskError;
  /** The browser lets nobody in who is not the page's own. Without a session there is no hint. */
  pageRestricted(tabId: number, session?: string): BskError;
  /** It hangs, and its process was told to end and has not. */
  pageEnding(tabId: number, session: string, ms: number): BskError;
  /** `mayEnd`: its process may be ended. */
  pageHung(
    tabId: number,
    session: string,
    options: { readonly ms: number; readonly isDispatched?: boolean; readonly mayEnd?: boolean },
  ): BskError;
  /** It hangs, makes no way, and its process may not be ended. */
  pageKept(tabId: number, ms: number): BskError;
  /** `times`: documents that came meanwhile. */
  pageNavigates(
    tabId: number,
    session: string,
    options: { readonly times: number; readonly isDispatched: boolean },
  ): BskError;
  pageNotShown(tabId: number, session: string): BskError;
  refStale(ref: string, session: string): BskError;
  screenshotTooLarge(bytes: number): BskError;
  tooManyValues(target: string, count: number): BskError;
  unknownKey(name: string): BskError;
  urlNotAllowed(why: string): BskError;
}
