import type { OperationRecord, PageRecord } from "@bsk/schema";

/**
 * The last reading of the page in an operation's time: its own, else a load that came of it (a form that was sent,
 * a link). Undefined when the page was never readable then.
 */
export function pageAfter(
  operation: OperationRecord,
  pages: readonly PageRecord[],
): PageRecord | undefined {
  const { after, observations = [], finished_at: from = Number.POSITIVE_INFINITY } = operation;
  const own = new Set([after, ...observations]);
  const to = operation.observation_end ?? 0;
  const readable = pages
    .filter(({ state }) => state === "available")
    .sort((one, other) => one.at - other.at);
  return (
    readable.filter(({ id }) => own.has(id)).at(-1) ??
    readable.filter(({ cause, at }) => cause === "load" && at >= from && at <= to).at(-1)
  );
}
