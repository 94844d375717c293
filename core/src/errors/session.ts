import type { Activity } from "@bsk/schema";
import type { BskError } from "./BskError.js";
import { make, named } from "./make.js";

const ASK = "Ask the person; then repeat the command.";

/** Sessions, their tabs and who may act on them. */
export const sessionErrors: SessionErrors = {
  borrowDenied: (tabId, why) =>
    make("borrow_denied", 1)(`Tab ${tabId} was not borrowed: ${why}.`, ASK, { tab_id: tabId }),
  borrowTimeout: (tabId, ms) =>
    make("borrow_timeout", 4)(
      `Tab ${tabId} was not borrowed: nobody answered within ${ms} ms.`,
      `${ASK.slice(0, -1)}, with a longer --timeout.`,
      { tab_id: tabId, ms },
    ),
  commandNotFound: (id, session) =>
    make("command_not_found", 1)(
      `The daemon has run no command ${id}.`,
      `bsk debug activity --session ${session}`,
      { command_id: id, session },
    ),
  noTab: (session) =>
    make("no_tab", 1)(`Session ${session} has no tab.`, `bsk tab create --session ${session}`, {
      session,
    }),
  notBorrowed: (tabId, session) =>
    make("not_borrowed", 1)(
      `Tab ${tabId} is not borrowed by session ${session}.`,
      `bsk tab list --session ${session}`,
      { tab_id: tabId, session },
    ),
  notManaged: (what) =>
    make("not_managed", 1)(
      `${what} works only in a browser that bsk started.`,
      "bsk browser start",
    ),
  notOwner: (what, session, hint = `bsk tab list --session ${session}`) =>
    make("not_owner", 1)(`${what} does not belong to session ${session}.`, hint, { session }),
  sessionBusy: (session, activity) =>
    make("session_busy", 4)(
      `Session ${session} is running another browser command.`,
      `bsk debug wait --session ${session}${activity.command_id ? ` --command-id ${activity.command_id}` : ""}`,
      { session, dispatched: false, activity: { ...activity } },
    ),
  sessionNotFound: (session, { why, hint = "bsk session list" } = {}) =>
    make("session_not_found", 1)(
      `No session ${named(session)}${why === undefined ? "" : `: ${why}`}.`,
      hint,
      { session },
    ),
  tabBorrowed: (tabId, session) =>
    make("tab_borrowed", 1)(
      `Tab ${tabId} is a person's: it goes back, and is not closed.`,
      `bsk tab return ${tabId} --session ${session}`,
      { tab_id: tabId, session },
    ),
  tabNotBorrowable: (tabId, why) =>
    make("tab_not_borrowable", 1)(`Tab ${tabId} cannot be borrowed: ${why}.`, undefined, {
      tab_id: tabId,
      reason: why,
    }),
  tabNotFound: (tabId, session) =>
    make("tab_not_found", 1)(`No tab ${tabId}.`, `bsk tab list --session ${session}`, {
      tab_id: tabId,
    }),
  targetNotCapturable: (targetId) =>
    make("target_not_capturable", 1)(
      `The tab with the target id ${targetId} shows no web page: pages of the browser and of extensions, and files, are not captured.`,
      undefined,
      { target_id: targetId },
    ),
  targetNotFound: (targetId, session) =>
    make("target_not_found", 1)(
      `No tab has the target id ${targetId}.`,
      `bsk tab list --session ${session} --json`,
      { target_id: targetId },
    ),
  userAborted: (session) =>
    make("user_aborted", 2)(
      `A person stopped session ${session}.`,
      "Ask the person whether to go on; then repeat the command.",
      { session },
    ),
};

export interface SessionErrors {
  borrowDenied(tabId: number, why: string): BskError;
  borrowTimeout(tabId: number, ms: number): BskError;
  commandNotFound(id: string, session: string): BskError;
  noTab(session: string): BskError;
  notBorrowed(tabId: number, session: string): BskError;
  notManaged(what: string): BskError;
  notOwner(what: string, session: string, hint?: string): BskError;
  sessionBusy(session: string, activity: Activity): BskError;
  /** `why` as far as it is known. */
  sessionNotFound(
    session: string,
    known?: { readonly why?: string; readonly hint?: string },
  ): BskError;
  tabBorrowed(tabId: number, session: string): BskError;
  tabNotBorrowable(tabId: number, why: string): BskError;
  tabNotFound(tabId: number, session: string): BskError;
  targetNotCapturable(targetId: string): BskError;
  targetNotFound(targetId: string, session: string): BskError;
  userAborted(session: string): BskError;
}
