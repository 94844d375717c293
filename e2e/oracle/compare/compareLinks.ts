import type { RequestRecord } from "@bsk/schema";
import { urlOf } from "../log/ServerLog.js";
import { isRedirect } from "./bodyGaps.js";
import type { Outcome, Pair, Sides } from "./Comparison.js";
import { matchesMasked } from "./matchesMasked.js";
import { withoutFragment } from "./urls.js";

/** Redirect hops in their order, preflights with their request. */
export function compareLinks(pairs: readonly Pair[], sides: Sides, outcome: Outcome): void {
  const byId = new Map(sides.run.requests.map((record) => [record.id, record]));
  const pairOf = new Map(pairs.map((pair) => [pair.record.id, pair]));
  for (const pair of pairs) {
    checkNext(pair, { byId, sides }, outcome);
    checkPrevious(pair, pairOf, outcome);
    if (pair.record.traffic === "preflight") checkPreflight(pair, sides, outcome);
  }
}

interface Known {
  readonly byId: ReadonlyMap<string, RequestRecord>;
  readonly sides: Sides;
}

function checkNext(pair: Pair, { byId, sides }: Known, outcome: Outcome): void {
  const { record, served } = pair;
  const { redirect_to: to } = record;
  if (record.state !== "redirected") {
    if (to !== undefined) outcome.differs("redirect_to", pair, { server: served.status, run: to });
    return;
  }
  const next = to === undefined ? undefined : byId.get(to);
  const location = targetOf(pair);
  if (to === undefined && !wasAsked(location, pair, sides)) return; // the page did not follow it
  const isNext =
    next !== undefined &&
    next.redirect_from === record.id &&
    next.started_at >= record.started_at &&
    isTarget(next, location);
  if (!isNext) outcome.differs("redirect_to", pair, { server: location, run: next?.url ?? to });
}

function checkPrevious(pair: Pair, pairOf: ReadonlyMap<string, Pair>, outcome: Outcome): void {
  const { record } = pair;
  const { redirect_from: from } = record;
  if (from === undefined) return;
  const previous = pairOf.get(from);
  const isPrevious =
    previous !== undefined &&
    isRedirect(previous.served) &&
    previous.served.id < pair.served.id &&
    previous.record.redirect_to === record.id;
  if (!isPrevious) {
    outcome.differs("redirect_from", pair, { server: previous?.served.status, run: from });
  }
}

function targetOf({ served }: Pair): string {
  const base = `${served.origin}${served.path}`;
  return isRedirect(served) ? new URL(served.response_headers.location ?? "", base).href : "none";
}

function wasAsked(location: string, { served }: Pair, { log }: Sides): boolean {
  return log.exchanges.some(
    (one) => one.id > served.id && urlOf(one) === withoutFragment(location),
  );
}

function isTarget({ url, integrity }: RequestRecord, location: string): boolean {
  const real = withoutFragment(location);
  const kept = withoutFragment(url);
  return matchesMasked(
    kept,
    integrity.url === "truncated" ? real.slice(0, kept.length) : real,
    "url",
  );
}

/** It belongs to a request of its URL with the method that it asks for. */
function checkPreflight(pair: Pair, { run }: Sides, outcome: Outcome): void {
  const { record, served } = pair;
  const method = served.request_headers["access-control-request-method"];
  const parent = run.requests.find(({ id }) => id === record.initiator?.request_id);
  if (parent?.url === record.url && parent.method === method) return;
  outcome.differs("preflight_of", pair, {
    server: `${method} ${record.url}`,
    run: parent ? `${parent.method} ${parent.url}` : "no request",
  });
}
