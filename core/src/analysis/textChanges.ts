import type { OperationRecord, PageRecord, TextChanges } from "@bsk/schema";
import { pageAfter } from "./pageAfter.js";

const MAX_LINES = 16;

/** Lines that came and went between the reading before and the last one after: a set, not an order. */
export function textChanges(operation: OperationRecord, pages: readonly PageRecord[]): TextChanges {
  const before = pages.find(({ id, state }) => id === operation.before && state === "available");
  const after = pageAfter(operation, pages);
  if (before?.text === undefined || after?.text === undefined) {
    return { state: "unavailable", added: [], removed: [], truncated: false };
  }
  const old = linesOf(before.text);
  const now = linesOf(after.text);
  const added = [...now].filter((line) => !old.has(line));
  const removed = [...old].filter((line) => !now.has(line));
  const isCut = added.length > MAX_LINES || removed.length > MAX_LINES;
  return {
    state: "available",
    added: added.slice(0, MAX_LINES),
    removed: removed.slice(0, MAX_LINES),
    truncated: isCut || before.truncated === true || after.truncated === true,
  };
}

function linesOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
}
