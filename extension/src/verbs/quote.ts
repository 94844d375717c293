import { redactText } from "@bsk/core";

/** A page's text on one line: redacted, white space folded, cut at `limit` characters. */
export function oneLine(text: string, limit: number): string {
  // Cut first, so that the work is bounded; again after, because a mask may be longer.
  const folded = text
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  const clean = redactText(folded);
  return clean.length > limit ? `${clean.slice(0, limit - 1)}…` : clean;
}

/** The same in quotes that it cannot break out of. */
export function quote(text: string, limit: number): string {
  return JSON.stringify(oneLine(text, limit));
}
