import type { Outcome, Pair, Sides } from "./Comparison.js";

/** On a page that asks one thing after the other, both sides have one order; on one connection always. */
export function compareOrder(pairs: readonly Pair[], sides: Sides, outcome: Outcome): void {
  const arrived = [...pairs].sort((one, other) => one.served.id - other.served.id);
  if (sides.isOrdered) checkStarts(arrived.filter(isBusiness), outcome);
  checkConnections(arrived, outcome);
}

/** A preflight may be told before or after its request (trap 8); the document's own parts come as they like. */
function isBusiness({ served, record }: Pair): boolean {
  const isPreflight = "access-control-request-method" in served.request_headers;
  return !isPreflight && record.integrity.start === undefined;
}

function checkStarts(pairs: readonly Pair[], outcome: Outcome): void {
  for (const [at, pair] of pairs.entries()) {
    const before = pairs[at - 1];
    if (!before) continue;
    const isLater =
      before.record.started_at <= pair.record.started_at &&
      numberIn(before.record.id) < numberIn(pair.record.id);
    if (!isLater) {
      outcome.differs("order", pair, {
        server: `after ${before.served.method} ${before.served.path}`,
        run: `${pair.record.id} at ${pair.record.started_at}, that one ${before.record.id} at ${before.record.started_at}`,
      });
    }
  }
}

function numberIn(id: string): number {
  return Number(/\d+$/.exec(id)?.[0]);
}

/** A connection carries one exchange at a time, so that their sending has an order without doubt. */
function checkConnections(pairs: readonly Pair[], outcome: Outcome): void {
  const last = new Map<number, number>();
  for (const pair of pairs) {
    const sent = sentAt(pair);
    if (sent === undefined || pair.served.protocol !== "http/1.1") continue;
    const before = last.get(pair.served.connection) ?? 0;
    if (sent < before) outcome.differs("send_order", pair, { server: "later", run: sent });
    last.set(pair.served.connection, sent);
  }
}

function sentAt({
  record: { timing, wire_status: wire, from_cache: cached },
}: Pair): number | undefined {
  const { request_time_s: start, sendStart } = timing ?? {};
  if (start === undefined || sendStart === undefined || sendStart < 0) return undefined;
  return wire === undefined && !cached ? start * 1000 + sendStart : undefined;
}
