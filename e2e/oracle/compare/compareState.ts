import type { RequestRecord } from "@bsk/schema";
import type { Served } from "../log/ServerLog.js";
import { isRedirect, isSharedWorker } from "./bodyGaps.js";
import type { Outcome, Pair, Sides } from "./Comparison.js";
import { isAnswerUntold } from "./compareHeaders.js";

/** Whether the record's state, status and error can be what became of the exchange. */
export function compareState(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { served, record } = pair;
  compareStatus(pair, outcome);
  if (STATES[record.state](pair, sides)) return;
  outcome.differs("state", pair, {
    server: `${served.state} ${served.status ?? "unanswered"}, ${served.response_body.bytes} bytes`,
    run: `${record.state} ${record.error ?? ""} ${record.decoded_bytes ?? 0} bytes`,
  });
}

/** The page sees 200 where the wire had 304: both are told. */
function compareStatus(pair: Pair, outcome: Outcome): void {
  const { served, record } = pair;
  const wire = record.wire_status ?? record.status;
  if (wire === undefined && (isUnseen(pair) || isAnswerUntold(pair))) return;
  // Whoever took it is out of sight; the wire is not.
  if (isSharedWorker(served) && record.status === undefined && wire === served.status) return;
  // What the page was not let see is told beside the failure.
  if (record.state === "failed" && record.status === undefined && wire === served.status) return;
  const isRevalidated = served.status === 304 && record.status === 200;
  const isRight = wire === served.status && (record.status === wire || isRevalidated);
  if (!isRight) {
    outcome.differs("status", pair, {
      server: served.status ?? "no answer",
      run: `${record.status ?? "none"}${record.wire_status ? `, wire ${record.wire_status}` : ""}`,
    });
  }
}

/** The page or the connection was gone before an answer. */
function isUnseen({ served, record }: Pair): boolean {
  return served.status === undefined || (record.status === undefined && served.state === "aborted");
}

type IsTrue = (pair: Pair, sides: Sides) => boolean;

const STATES: Readonly<Record<RequestRecord["state"], IsTrue>> = {
  complete: ({ served, record }) =>
    served.state === "finished" && record.error === undefined && !isCutOff({ served, record }),
  failed: (pair) => pair.record.error !== undefined && hasFailed(pair),
  redirected: ({ served, record }) => isRedirect(served) && record.error === undefined,
  not_read: ({ served }) => served.status !== undefined,
  open: ({ served, record }, sides) =>
    served.status !== undefined &&
    record.finished_at === undefined &&
    (isUnended({ served, record }, sides) ||
      isPartly({ served, record }) ||
      !isLengthKnown(served)),
  pending: (pair, sides) => pair.served.status === undefined && isUnended(pair, sides),
  interrupted: (pair, sides) => wasUnendedAtNavigation(pair, sides),
};

/** Without a length that counts what the page gets, nobody but the page can tell that all of it is there. */
function isLengthKnown({ response_headers: headers }: Served): boolean {
  return headers["content-length"] !== undefined && headers["content-encoding"] === undefined;
}

/** Why a browser calls an exchange failed, and what the server must have seen for it. */
const FAILURES: readonly (readonly [RegExp, (pair: Pair) => boolean])[] = [
  [/CORS: /, ({ served, record }) => isCrossOrigin({ served, record })],
  [/ERR_BLOCKED_BY_(?:RESPONSE|ORB|CSP|CLIENT)/, isCrossOrigin],
  [/ERR_TOO_MANY_REDIRECTS|ERR_UNSAFE_REDIRECT|ERR_FAILED/, ({ served }) => isRedirect(served)],
  [
    /ERR_(?:EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|INVALID_CHUNKED_ENCODING)/,
    ({ served }) => served.state === "aborted",
  ],
  [/ERR_CONTENT_LENGTH_MISMATCH/, isCutOff],
  [/ERR_ABORTED/, (pair) => pair.served.state === "aborted" || isPartly(pair)],
];

function hasFailed(pair: Pair): boolean {
  const { error = "" } = pair.record;
  return FAILURES.some(([pattern, fits]) => pattern.test(error) && fits(pair));
}

function isCrossOrigin({ served }: Pair): boolean {
  const site = served.request_headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** It sent less than it declared. */
function isCutOff({ served }: Pair): boolean {
  const declared = served.response_headers["content-length"];
  const isBodiless = served.method === "HEAD" || served.status === 304;
  return declared !== undefined && !isBodiless && Number(declared) > served.encoded_bytes;
}

/** The browser got a part of it. */
function isPartly({ served, record }: Pair): boolean {
  return (record.decoded_bytes ?? 0) < served.response_body.bytes;
}

function isUnended({ served }: Pair, { run }: Sides): boolean {
  const ended = served.ended_at ?? Number.POSITIVE_INFINITY;
  return served.state !== "finished" || ended > (run.run.stopped_at ?? 0);
}

function wasUnendedAtNavigation({ served }: Pair, { log }: Sides): boolean {
  const ended = served.ended_at ?? Number.POSITIVE_INFINITY;
  return log.exchanges.some(
    ({ request_headers: headers, answered_at: at = 0 }) =>
      headers["sec-fetch-mode"] === "navigate" && at > served.arrived_at && at <= ended + 1000,
  );
}
