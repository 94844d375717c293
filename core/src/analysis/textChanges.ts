import type { OperationRecord, PageRecord, PassedText, TextChanges } from "@bsk/schema";
import { cutEnd } from "../text/shorten.js";
import { pageAfter, pagesOf } from "./pageAfter.js";
import { pageBefore } from "./pageBefore.js";

const MAX_LINES = 16;
/** Of a line that a reading in between has; what the observer told is cut already. */
const MAX_CHARS = 240;

/**
 * Lines that came and went between the reading before and the last one after, each as often as it did; in no order.
 * A list that shows its items once more has changed.
 */
export function textChanges(operation: OperationRecord, pages: readonly PageRecord[]): TextChanges {
  const before = pageBefore(operation, pages);
  const after = pageAfter(operation, pages);
  const old = linesOf(before?.text);
  const now = linesOf(after?.text);
  // A line that has grown since, as one that streams in, has not gone.
  const stands = (text: string): boolean => [...now.keys()].some((line) => line.startsWith(text));
  const passed = passedLines(operation, pages).filter(
    ({ text }) => !old.has(text) && !stands(text),
  );
  const told = passed.slice(0, MAX_LINES).map(({ text, ...times }) => ({
    text: cutEnd(text, MAX_CHARS),
    ...times,
  }));
  if (before?.text === undefined || after?.text === undefined) {
    return { state: "unavailable", added: [], removed: [], passed: told, truncated: false };
  }
  const added = moreIn(now, old);
  const removed = moreIn(old, now);
  const isCut = [added, removed, passed].some(({ length }) => length > MAX_LINES);
  return {
    state: "available",
    added: added.slice(0, MAX_LINES),
    removed: removed.slice(0, MAX_LINES),
    passed: told,
    truncated: isCut || before.truncated === true || after.truncated === true,
  };
}

/** What the observer saw go, and what only a reading in between has. */
function passedLines(operation: OperationRecord, pages: readonly PageRecord[]): PassedText[] {
  const seen = new Map((operation.passed ?? []).map((passed) => [passed.text, passed]));
  for (const { text, at } of pagesOf(operation, pages)) {
    for (const line of linesOf(text).keys())
      if (!seen.has(line)) seen.set(line, { text: line, at });
  }
  return [...seen.values()].sort((one, other) => one.at - other.at);
}

/** Each line with how often it stands there. */
function linesOf(text = ""): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n").map((one) => one.trim()))
    if (line !== "") counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** What stands in one more often than in the other, so many times. */
function moreIn(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] {
  return [...one].flatMap(([line, count]) =>
    Array.from({ length: Math.max(0, count - (other.get(line) ?? 0)) }, () => line),
  );
}
