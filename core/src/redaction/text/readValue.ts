import { MASK_START } from "../mask.js";

/** A value in a text: where it lies, and whether quotes say that it is one. */
export interface TextValue {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

const LONGEST_GAP = 64;
/** Quotes, the longest first: GraphQL and Python blocks, escaped, HTML, typographic. */
const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['"""', '"""'],
  ["'''", "'''"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ['\\\\\\"', '\\\\\\"'],
  ['\\"', '\\"'],
  ["\\'", "\\'"],
  ["&quot;", "&quot;"],
  ["&#34;", "&#34;"],
  ["&#x22;", "&#x22;"],
  ["&#39;", "&#39;"],
  ["\u201c", "\u201d"],
  ["\u2018", "\u2019"],
  ["\u00ab", "\u00bb"],
];
const QUOTE_FIRST = "\"'`\\&\u201c\u2018\u00ab";
const QUOTE_LAST = "\"'`;\u201c\u2018\u00ab\u201d\u2019\u00bb";
const STOP = /[\s"'`<>|]/;
const MAY_STOP = ",;&)]}";
const NEXT_KEY = /^[,;&)\]}]+(?:\s|$|[\w.$ %[\]-]{1,40}[=:]|[,;&)\]}"'<{:=>])/;

/** Reads the value that begins at or shortly after `at`, in quotes or up to a delimiter. */
export function readValue(text: string, at: number): TextValue {
  let start = at;
  const limit = Math.min(text.length, at + LONGEST_GAP);
  while (start < limit && isGap(text.charCodeAt(start))) start += 1;
  const quoted = readQuoted(text, start);
  if (quoted !== undefined) return quoted;
  return { start, end: endOfBare(text, start), isQuoted: false };
}

/** The opening quote that ends right before `end`, if one does. */
export function quoteBefore(text: string, end: number): string | undefined {
  if (!QUOTE_LAST.includes(text.charAt(end - 1))) return undefined;
  for (const [open] of QUOTES) {
    if (open.length > 1 && text.startsWith(open, end - open.length)) return open;
  }
  return QUOTES.find(([open]) => text.startsWith(open, end - open.length))?.[0];
}

function isGap(code: number): boolean {
  return code === 32 || code === 9;
}

function readQuoted(text: string, start: number): TextValue | undefined {
  if (!QUOTE_FIRST.includes(text.charAt(start)) || start >= text.length) return undefined;
  for (const [open, close] of QUOTES) {
    if (!text.startsWith(open, start)) continue;
    const from = start + open.length;
    return { start: from, end: endOfQuoted(text, from, close), isQuoted: true };
  }
  return undefined;
}

/** To the closing quote, past escaped ones; an unclosed value ends with the text. */
function endOfQuoted(text: string, from: number, close: string): number {
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
    if (!close.startsWith("\\") && isEscaped(text, at, from)) continue;
    // SQL and CSV write a quote inside twice.
    if (at === from || close.length > 1 || text.charAt(at + 1) !== close) return at;
    at += 1;
  }
  return text.length;
}

function isEscaped(text: string, at: number, from: number): boolean {
  let slashes = 0;
  while (at - slashes - 1 >= from && text.charCodeAt(at - slashes - 1) === 92) slashes += 1;
  return slashes % 2 === 1;
}

/** Delimiters are legal in passwords: one ends the value only if what follows looks like it. */
function endOfBare(text: string, start: number): number {
  let at = text.startsWith(MASK_START, start) ? start + MASK_START.length : start;
  if (at > start) at = 1 + Math.max(start, text.slice(0, start + LONGEST_GAP).indexOf("]", at));
  for (; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (STOP.test(unit)) break;
    if (MAY_STOP.includes(unit) && NEXT_KEY.test(text.slice(at, at + 44))) break;
  }
  return at;
}
