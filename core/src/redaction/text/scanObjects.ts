import type { Edits } from "../Edits.js";
import { keyFacts } from "../json/KeyFacts.js";
import { MAX_DEPTH } from "../Scanners.js";
import { ObjectFrame } from "./ObjectFrame.js";
import { endOfQuoted, quoteAt } from "./quotes.js";
import type { Range } from "./scanUrls.js";

const SIGN = /["'`{}[\],:]|=>|\\+["'`]/g;
const BARE_KEY = /[\p{L}\p{N}_$.-]{1,64}$/u;
const BARE_VALUE = /^[^\s"'`<{[(*&$#,]{1,256}$/;
/** What is nested deeper is read as if it lay at this depth. */
const DEEPEST = 128;
const LONGEST_VALUE = 4096;

/**
 * Masks what objects and arrays say by their shape, as scripts, consoles and YAML print them:
 * `{name: "password", value: "x"}`, `passwords: ["x"]`, `{token: {value: "x"}}`.
 */
export function scanObjects(text: string, edits: Edits, depth = 0): void {
  const frames: ObjectFrame[] = [new ObjectFrame(false, undefined)];
  let last: Range | undefined;
  let from = 0;
  SIGN.lastIndex = 0;
  for (let match = SIGN.exec(text); match !== null; match = SIGN.exec(text)) {
    const at = match.index;
    const sign = match[0];
    const frame = frames[frames.length - 1];
    if (frame === undefined) return;
    if (/["'`]/.test(sign)) {
      const string = frames.length > 1 ? readString(text, at) : undefined;
      if (string === undefined) continue;
      last = string;
      const value = text.slice(string.start, string.end);
      if (!isKey(text, string.next)) mask(frame.onValue(value, string, true));
      if (depth < MAX_DEPTH && /[{[]/.test(value)) {
        const inner = edits.fork();
        scanObjects(value, inner, depth + 1);
        edits.addAt(string.start, inner);
      }
      // The scan of the inside moved it.
      SIGN.lastIndex = string.next;
    } else if (sign === ":" || sign === "=>") {
      const key = keyBefore(text, from, at, last);
      if (key !== undefined) frame.onKey(keyFacts(key));
    } else if (sign === "{" || sign === "[") {
      if (frames.length < DEEPEST) frames.push(new ObjectFrame(sign === "[", frame.handedDown));
    } else {
      readBare(frame, from, at);
      if (sign === ",") frame.onComma();
      else if (frames.length > 1) {
        mask(frame.onClose());
        frames.pop();
        frames[frames.length - 1]?.onComma();
      }
    }
    from = SIGN.lastIndex;
  }
  for (const frame of frames) mask(frame.onClose());

  function mask(found: ReturnType<ObjectFrame["onClose"]>): void {
    if (found !== undefined) edits.mask(found.start, found.end, found.rule);
  }

  function readBare(frame: ObjectFrame, start: number, end: number): void {
    if (frames.length === 1 || end - start > LONGEST_VALUE) return;
    const raw = text.slice(start, end);
    const value = raw.trim();
    const lead = start + raw.length - raw.trimStart().length;
    if (BARE_VALUE.test(value))
      mask(frame.onValue(value, { start: lead, end: lead + value.length }, false));
  }
}

/** A string, and where what follows it begins; undefined for an apostrophe. */
function readString(text: string, at: number): (Range & { readonly next: number }) | undefined {
  if (/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return undefined;
  const quote = quoteAt(text, at);
  if (quote === undefined) return undefined;
  const start = at + quote.text.length;
  const end = endOfQuoted(text, start, quote);
  if (end >= text.length || end - start > LONGEST_VALUE) return undefined;
  return { start, end, next: end + quote.text.length };
}

function isKey(text: string, at: number): boolean {
  return /^\s{0,8}(?::|=>)/.test(text.slice(at, at + 12));
}

function keyBefore(
  text: string,
  from: number,
  at: number,
  last: Range | undefined,
): string | undefined {
  const between = text.slice(Math.max(from, at - 64), at).trimEnd();
  if (between === "")
    return last === undefined || from === 0 ? undefined : text.slice(last.start, last.end);
  return BARE_KEY.exec(between)?.[0];
}
