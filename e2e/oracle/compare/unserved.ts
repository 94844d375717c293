import type { RequestRecord } from "@bsk/schema";
import { invented } from "./answeredElsewhere.js";
import type { Outcome, Sides } from "./Comparison.js";
import { isUrlOf } from "./urls.js";

/** Sorts records of requests that the server never got: never sent, as they say themselves, or invented. */
export function explainUnserved(
  unserved: readonly RequestRecord[],
  sides: Sides,
  outcome: Outcome,
): void {
  for (const record of unserved) {
    if (!isNeverSent(record, sides)) {
      outcome.findings.push(invented(record, "knows nothing of it"));
    }
  }
}

const BLOCKED = /blocked: |ERR_BLOCKED_BY_|ERR_UNSAFE_PORT|ERR_CACHE_MISS/;

/** It failed before there was an answer, for a reason that keeps it from the server. */
function isNeverSent(record: RequestRecord, { log }: Sides): boolean {
  const { state, error = "", status, response_headers: headers, url } = record;
  if (state !== "failed" || status !== undefined || headers !== undefined) return false;
  const isOurs = log.origins.some((origin) => url.startsWith(`${origin}/`));
  if (!isOurs) return /ERR_(?:CONNECTION_REFUSED|UNSAFE_PORT)|blocked: /.test(error);
  if (/CORS: \w*Preflight/.test(error)) {
    return log.exchanges.some((served) => served.method === "OPTIONS" && isUrlOf(record, served));
  }
  return BLOCKED.test(error);
}
