import { cutEnd, shortId } from "../text/shorten.js";
import { BskError, type ErrorDetails } from "./BskError.js";
import { make, named } from "./make.js";

const listRequests = (session: string): string => `bsk debug requests --session ${session}`;

/** Captures, runs and what is read of them. */
export const evidenceErrors: EvidenceErrors = {
  bodyNotComplete: (id, state, hint) =>
    make("body_not_complete", 1)(
      `The body of ${id} is ${state}; a pointer needs a complete JSON body.`,
      hint,
      { id, state },
    ),
  budgetTooSmall: (budget) =>
    make("budget_too_small", 1)(
      `The answer does not fit into ${budget} bytes.`,
      "a larger --budget (up to 262144), a narrower query, or bsk debug export --output FILE",
      { budget },
    ),
  captureElsewhere: (tabId, session) =>
    make("capture_elsewhere", 1)(
      `Session ${session} is recording tab ${tabId}; it records one tab at a time.`,
      `bsk debug stop --session ${session}`,
      { session, tab_id: tabId },
    ),
  captureLimit: (limit, sessions) =>
    make("capture_limit", 1)(
      `${limit} captures are running; that is the limit. Stop one.`,
      sessions[0] === undefined ? "bsk session list" : `bsk debug stop --session ${sessions[0]}`,
      { limit, sessions },
    ),
  captureNotActive: (session) =>
    make("no_capture", 1)(
      `Session ${session} has no running capture.`,
      `bsk debug start --session ${session}`,
      { session },
    ),
  captureStartFailed: (reason, data) =>
    make("capture_start_failed", 3)(`Capture did not start: ${reason}`, undefined, data),
  captureEnded: ({ runId, reason, session }) =>
    make("capture_ended", 1)(
      `The capture of ${runId} has ended${reason === undefined ? "" : ` (${reason})`}, and no such request was complete in it.`,
      listRequests(session),
      { run_id: runId, ...(reason === undefined ? {} : { reason }) },
    ),
  exportNotFound: (id) =>
    make("export_not_found", 1)(`No prepared export ${named(id)}.`, undefined, { id }),
  historyNotAllowed: (session) =>
    make("history_not_allowed", 1)(
      "The history of this browser profile is not open to agents; the person allows it in the extension's popup.",
      `bsk debug history --session ${session}`,
      { session },
    ),
  invalidPattern: ({ reason, position }) =>
    make("invalid_pattern", 1)(
      `The pattern is not one of RE2, at character ${position + 1}: ${reason}.`,
      "bsk debug search --help",
      { position, reason },
    ),
  operationNotFound: (id, session) =>
    make("operation_not_found", 1)(
      `No operation ${named(id)}.`,
      `bsk debug operations --session ${session}`,
      { id },
    ),
  pinLimit: (limit, session) =>
    make("pin_limit", 1)(
      `${limit} requests of this run are pinned; that is the limit.`,
      listRequests(session),
      { limit },
    ),
  pinTooLarge: (id, units, limit) =>
    make("pin_too_large", 1)(
      `${id} takes ${units} characters; a pinned request may take ${limit}.`,
      undefined,
      { id, units, limit },
    ),
  pointerNotFound: (pointer, id, hint) =>
    make("pointer_not_found", 1)(
      `${id} has nothing at ${JSON.stringify(cutEnd(pointer, 80))}.`,
      hint,
      { id, pointer },
    ),
  recordNotFound: (id, session) =>
    make("record_not_found", 1)(
      `Nothing in the timeline is called ${JSON.stringify(cutEnd(id, 60))}.`,
      `bsk debug timeline --session ${session}`,
      { id: cutEnd(id, 60) },
    ),
  requestNotFound: (id, session) =>
    make("request_not_found", 1)(`No request ${named(id)}.`, listRequests(session), { id }),
  requestPending: (id, session) =>
    make("request_pending", 1)(
      `${id} has not ended; only a finished request can be pinned.`,
      `${listRequests(session)} --state pending`,
      { id },
    ),
  runCapturing: (id) =>
    make("run_capturing", 1)(`Run ${id} is being recorded; stop it first.`, undefined, { id }),
  runDeleted: (id) =>
    make("run_not_found", 1)(`No run ${named(id)} in this browser's history.`, undefined, { id }),
  runNotFound: (id, session) =>
    make("run_not_found", 1)(`No run ${named(id)}.`, `bsk debug status --session ${session}`, {
      id,
    }),
  runsUnsaved: (limit) =>
    make("runs_unsaved", 3)(
      `${limit} runs are in memory, and those that stopped could not be saved; export them, then end their sessions.`,
      "bsk session list",
      { limit },
    ),
  storageFailed: (what, cause) =>
    new BskError("storage_failed", `Evidence storage: ${what}`, { exitCode: 3, cause }),
  waitTimeout: (ms, { open, others }, session) => {
    const near = [
      ...(open.length > 0 ? [`${open.length} that match have not ended (${listed(open)})`] : []),
      ...(others.length > 0 ? [`with another status or state there are ${listed(others)}`] : []),
    ];
    const [nearest] = [...open, ...others].slice(-1);
    return make("wait_timeout", 4)(
      `No such request was complete within ${ms} ms: ${near.join("; ") || "none matches"}.`,
      nearest === undefined
        ? listRequests(session)
        : `bsk debug request ${shortId(nearest.id)} --session ${session}`,
      { ms, open: open.slice(-MAX_NEAR), others: others.slice(-MAX_NEAR) },
    );
  },
};

/** Of those that came near, the latest are named. */
const MAX_NEAR = 5;

/** A request of which only this is told. */
export interface NearRequest {
  readonly id: string;
  readonly state: string;
  readonly status?: number;
}

function listed(requests: readonly NearRequest[]): string {
  const last = requests.slice(-MAX_NEAR);
  const left = requests.length - last.length;
  const ids = last.map(({ id, status, state }) => `${shortId(id)} ${status ?? state}`);
  return `${ids.join(", ")}${left > 0 ? ` and ${left} before` : ""}`;
}

export interface EvidenceErrors {
  /** `hint`: what reads it without a pointer. */
  bodyNotComplete(id: string, state: string, hint: string): BskError;
  budgetTooSmall(budget: number): BskError;
  captureElsewhere(tabId: number, session: string): BskError;
  captureLimit(limit: number, sessions: readonly string[]): BskError;
  captureNotActive(session: string): BskError;
  captureStartFailed(reason: string, data?: ErrorDetails): BskError;
  captureEnded(end: {
    readonly runId: string;
    readonly reason?: string | undefined;
    readonly session: string;
  }): BskError;
  exportNotFound(id: string): BskError;
  historyNotAllowed(session: string): BskError;
  /** `position` counts characters of the pattern from 0. */
  invalidPattern(fault: { readonly reason: string; readonly position: number }): BskError;
  operationNotFound(id: string, session: string): BskError;
  pinLimit(limit: number, session: string): BskError;
  pinTooLarge(id: string, units: number, limit: number): BskError;
  pointerNotFound(pointer: string, id: string, hint: string): BskError;
  recordNotFound(id: string, session: string): BskError;
  requestNotFound(id: string, session: string): BskError;
  requestPending(id: string, session: string): BskError;
  runCapturing(id: string): BskError;
  runDeleted(id: string): BskError;
  runNotFound(id: string, session: string): BskError;
  runsUnsaved(limit: number): BskError;
  storageFailed(what: string, cause?: unknown): BskError;
  /** `open` match and have not ended; of `others` only status or state is another one. */
  waitTimeout(
    ms: number,
    near: { readonly open: readonly NearRequest[]; readonly others: readonly NearRequest[] },
    session: string,
  ): BskError;
}
