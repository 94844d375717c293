import type { ObserverEvent, OperationRecord, PassedText } from "@bsk/schema";
import { cutText } from "./cutText.js";

const MAX_TEXTS = 16;
const MAX_CHARS = 240;

/** Adds text that came and went to what was done then; false: that says nothing new. */
export function addPassed(operation: OperationRecord, event: ObserverEvent): boolean {
  const { at, end, live, lines = [], limited } = event;
  const kept = operation.passed ?? [];
  const known = new Set(kept.map(({ text }) => text));
  const texts = lines.map((line) => cutText(line, MAX_CHARS) || "(text that cannot be cut)");
  const added = [...new Set(texts)]
    .filter((text) => !known.has(text))
    .map(
      (text): PassedText => ({
        text,
        at,
        ...(end === undefined ? {} : { until: end }),
        ...(live === undefined ? {} : { live }),
      }),
    );
  const isLimited = limited === true || kept.length + added.length > MAX_TEXTS;
  const saysLimit = isLimited && operation.passed_limited !== true;
  if (saysLimit) operation.passed_limited = true;
  const room = added.slice(0, MAX_TEXTS - kept.length);
  if (room.length > 0) operation.passed = [...kept, ...room];
  return saysLimit || room.length > 0;
}
