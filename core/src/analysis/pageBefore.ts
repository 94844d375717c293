import type { OperationRecord, PageRecord } from "@bsk/schema";

/**
 * What the page showed before an operation: its own reading. While a dialog is open the page can neither answer nor
 * change: then it is the last one before the dialog. A person does not wait for a reading: of what a person did it is
 * the last one before, too, and the page may have changed since. Undefined when the page was not readable.
 */
export function pageBefore(
  operation: OperationRecord,
  pages: readonly PageRecord[],
): PageRecord | undefined {
  const before = pages.find(({ id }) => id === operation.before);
  if (before?.state === "available") return before;
  if (before?.reason === "dialog_open") return lastUntil(before.at, pages);
  if (!isReadEarlier(operation)) return undefined;
  return lastUntil(operation.started_at - 1, pages);
}

/** Nobody read the page for it: what it showed before is known from earlier alone. */
export function isReadEarlier({ source, before }: OperationRecord): boolean {
  return source === "human" && before === undefined;
}

/** The last reading; undefined where that found nothing, for then another document may have come. */
function lastUntil(end: number, pages: readonly PageRecord[]): PageRecord | undefined {
  const last = pages
    .filter(({ at, reason }) => at <= end && reason !== "dialog_open")
    .sort((one, other) => one.at - other.at)
    .at(-1);
  return last?.state === "available" ? last : undefined;
}
