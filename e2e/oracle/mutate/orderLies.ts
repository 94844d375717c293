import { ID_HEADER } from "../log/ServerLog.js";
import { type Mutation, oneOf, type Subject, twoOf } from "./Mutation.js";
import { nameOf } from "./recordLies.js";

type Request = Subject["records"][number];

/** Lies about the order of requests. */
export const ORDER_LIES: Readonly<Record<string, Mutation>> = {
  swap_ids: (subject) => {
    const two = subject.isOrdered ? twoOf(subject, inOrder(subject), ({ id }) => id) : undefined;
    if (!two) return undefined;
    const [one, other] = two;
    [one.id, other.id] = [other.id, one.id];
    return `${nameOf(one)} and ${nameOf(other)}`;
  },
  swap_near_starts: (subject) => {
    const two = subject.isOrdered ? neighbours(subject) : undefined;
    if (!two) return undefined;
    const [one, other] = two;
    const [first, second] = [one.started_at, other.started_at];
    start(one, second);
    start(other, first);
    return `${nameOf(one)} and ${nameOf(other)}`;
  },
  swap_timings: (subject) => {
    const one = oneOf(subject, subject.records.filter(isTimed));
    const other = subject.records.find(
      (record) => record !== one && isTimed(record) && one && isOneConnection(subject, one, record),
    );
    if (!one || !other || sentAt(one) === sentAt(other)) return undefined;
    const { timing } = one;
    Object.assign(one, { timing: other.timing });
    Object.assign(other, { timing });
    return `${nameOf(one)} and ${nameOf(other)}`;
  },
  same_sequence: (subject) => {
    const two = twoOf(subject, subject.records, ({ id }) => id);
    if (!two) return undefined;
    two[0].sequence = two[1].sequence;
    return nameOf(two[0]);
  },
};

/** Those whose order is known, and whose id no other record names. */
function inOrder({ records }: Subject): readonly Request[] {
  return records.filter(
    ({ traffic, redirect_from: from, redirect_to: to }) =>
      traffic === "page" && from === undefined && to === undefined,
  );
}

function neighbours(subject: Subject): readonly [Request, Request] | undefined {
  const rows = [...inOrder(subject)].sort((one, other) => one.started_at - other.started_at);
  const at = subject.random.integer(0, Math.max(0, rows.length - 2));
  const [one, other] = [rows[at], rows[at + 1]];
  return one && other && one.started_at !== other.started_at ? [one, other] : undefined;
}

function start(record: Request, at: number): void {
  record.started_at = at;
  if (record.finished_at !== undefined) record.finished_at = at + (record.duration_ms ?? 0);
}

function isTimed(record: Request): boolean {
  return (
    (record.timing?.sendStart ?? -1) >= 0 && !record.from_cache && record.wire_status === undefined
  );
}

function sentAt({ timing }: Request): number {
  return (timing?.request_time_s ?? 0) * 1000 + (timing?.sendStart ?? 0);
}

function isOneConnection({ log }: Subject, one: Request, other: Request): boolean {
  const [first, second] = [one, other].map(({ response_headers: headers }) =>
    log.exchanges.find(({ id }) => id === Number(headers?.[ID_HEADER])),
  );
  return first !== undefined && first.connection === second?.connection;
}
