import type { OperationRecord, PageRecord } from "@bsk/schema";

/**
 * The reading before an operation. While a dialog is open the page can neither answer nor change: then it is the
 * last one before the dialog. Undefined when the page was not readable for another reason.
 */
export function pageBefore(
  operation: OperationRecord,
  pages: readonly PageRecord[],
): PageRecord | undefined {
  const before = pages.find(({ id }) => id === operation.before);
  if (before === undefined || before.state === "available") return before;
  if (before.reason !== "dialog_open") return undefined;
  return pages
    .filter(({ state, at }) => state === "available" && at <= before.at)
    .sort((one, other) => one.at - other.at)
    .at(-1);
}
