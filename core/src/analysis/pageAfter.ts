import type { OperationRecord, PageRecord } from "@bsk/schema";

/**
 * The last reading of the page's text in an operation's time: its own ones, and a load that came of it (a form that
 * was sent, a link). Undefined when the page was never readable then.
 */
export function pageAfter(
  operation: OperationRecord,
  pages: readonly PageRecord[],
): PageRecord | undefined {
  return pagesOf(operation, pages).at(-1);
}

/** All readings of the page's text in an operation's time, in its order. */
export function pagesOf(operation: OperationRecord, pages: readonly PageRecord[]): PageRecord[] {
  const { after, observations = [], finished_at: from = Number.POSITIVE_INFINITY } = operation;
  const own = new Set([after, ...observations]);
  const to = operation.observation_end ?? 0;
  return pages
    .filter(({ state, text }) => state === "available" && text !== undefined)
    .filter(({ id, cause, at }) => own.has(id) || (cause === "load" && at >= from && at <= to))
    .sort((one, other) => one.at - other.at);
}
