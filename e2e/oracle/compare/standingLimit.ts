import type { Served } from "../log/ServerLog.js";
import { urlOf } from "../log/ServerLog.js";
import type { Sides } from "./Comparison.js";

type Applies = (served: Served, sides: Sides) => boolean;

/** The closed list: traffic of which the browser tells an extension nothing, each by what the server itself saw. */
const LIMITS: readonly (readonly [trap: number, applies: Applies])[] = [
  [25, isSentWhileLeaving],
  [26, isOfSharedWorker],
];

/** The trap that hides it; undefined: the run must have it. */
export function standingLimit(served: Served, sides: Sides): number | undefined {
  return LIMITS.find(([, applies]) => applies(served, sides))?.[0];
}

const PAGEHIDE_MS = 1000;

/** A POST of a page after the document that took its place was answered: `pagehide` has run by then. */
function isSentWhileLeaving(served: Served, { log }: Sides): boolean {
  const { method, request_headers: headers, arrived_at: at } = served;
  if (method !== "POST" || headers["sec-fetch-dest"] !== "empty") return false;
  return log.exchanges.some(
    (next) =>
      next.request_headers["sec-fetch-dest"] === "document" &&
      next.request_headers["sec-fetch-mode"] === "navigate" &&
      urlOf(next) !== headers.referer &&
      next.request_headers.referer === headers.referer &&
      next.answered_at !== undefined &&
      at >= next.answered_at &&
      at <= next.answered_at + PAGEHIDE_MS,
  );
}

/** What a shared worker asks for; its script is told by the page. */
function isOfSharedWorker({ request_headers: headers }: Served, { log }: Sides): boolean {
  return log.exchanges.some(
    (one) =>
      one.request_headers["sec-fetch-dest"] === "sharedworker" && urlOf(one) === headers.referer,
  );
}
