import type { Edits } from "../Edits.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";
import { decodeBase64, isFormStart, mayCarry } from "./base64.js";
import type { Range } from "./scanUrls.js";

/** The scanners, and how deep in encodings a text lies. */
export interface Within {
  readonly scan: Scanners;
  readonly depth: number;
}

const DOT = 46;
const SLASH = 47;

/** Masks what a run of token characters has of base64 that holds a secret in JSON or in a form: all of it. */
export function scanBase64(text: string, run: Range, edits: Edits, within: Within): void {
  if (within.depth >= MAX_DEPTH) return;
  for (const part of split(text, run, DOT)) {
    // A slash is a sign of base64, or it stands between the segments of a path.
    if (maskCarrier(text, part, edits, within)) continue;
    for (const segment of split(text, part, SLASH)) {
      if (segment.end < part.end || segment.start > part.start)
        maskCarrier(text, segment, edits, within);
    }
  }
}

function maskCarrier(
  text: string,
  { start, end }: Range,
  edits: Edits,
  { scan, depth }: Within,
): boolean {
  if (!mayCarry(text, start, end)) return false;
  const plain = decodeBase64(text.slice(start, end));
  if (plain === undefined) return false;
  const inner = edits.fork();
  if (isFormStart(plain)) scan.url(`?${plain}`, inner, depth + 1);
  else scan.value(plain, inner, depth + 1);
  if (inner.isEmpty) return false;
  let padded = end;
  while (padded < end + 2 && text.charAt(padded) === "=") padded += 1;
  edits.mask(start, padded, inner.firstRule);
  return true;
}

function* split(text: string, { start, end }: Range, separator: number): Generator<Range> {
  let from = start;
  for (let at = start; at < end; at += 1) {
    if (text.charCodeAt(at) !== separator) continue;
    yield { start: from, end: at };
    from = at + 1;
  }
  yield { start: from, end };
}
