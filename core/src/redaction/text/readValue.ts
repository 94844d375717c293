import { MASK_START } from "../mask.js";
import { endOfQuoted, quoteAt } from "./quotes.js";

/** A value in a text: where it lies, and whether quotes say that it is one. */
export interface TextValue {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

const LONGEST_GAP = 64;
const STOP = /[\s"'`<>|]/;
const MAY_STOP = ",;&)]}";
const NEXT_KEY =
  /^[,;&)\]}]+(?:\s|$|[\w.$ %[\]-]{1,40}[=:]|[,;&)\]}"'<{:=>]|\\+(?:["'`n]|u0022|x22)|&(?:amp|quot|#\w+);)/;

/** A quote or a line's end as a string in a string writes it, and what follows is no word. */
const ESCAPED =
  /^(?:&(?:amp;)*(?:quot|apos|lt|gt|#0*3[49]|#x0*2[27]);|\\+(?:u00(?:2[27]|0[ad])|x2[27]|[nrt](?:\\|\s|$|[\w.$ -]{1,40}[=:]|["'&<>{}[\]-])))/i;

/** Reads the value that begins at or shortly after `at`, in quotes or up to a delimiter. */
export function readValue(text: string, at: number): TextValue {
  let start = at;
  const limit = Math.min(text.length, at + LONGEST_GAP);
  while (start < limit && isGap(text.charCodeAt(start))) start += 1;
  const quoted = readQuoted(text, start);
  if (quoted !== undefined) return quoted;
  return { start, end: endOfBare(text, start), isQuoted: false };
}

function isGap(code: number): boolean {
  return code === 32 || code === 9;
}

function readQuoted(text: string, start: number): TextValue | undefined {
  const quote = quoteAt(text, start);
  if (quote === undefined) return undefined;
  const from = start + quote.text.length;
  return { start: from, end: endOfQuoted(text, from, quote), isQuoted: true };
}

/** Delimiters are legal in passwords: one ends the value only if what follows looks like it. */
function endOfBare(text: string, start: number): number {
  let at = text.startsWith(MASK_START, start) ? start + MASK_START.length : start;
  if (at > start) at = 1 + Math.max(start, text.slice(0, start + LONGEST_GAP).indexOf("]", at));
  for (; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (STOP.test(unit)) break;
    if ((unit === "\\" || unit === "&") && ESCAPED.test(text.slice(at, at + 64))) break;
    if (MAY_STOP.includes(unit) && NEXT_KEY.test(text.slice(at, at + 44))) break;
  }
  // The backslashes of an escaped quote are not the value's.
  while (at > start && "\"'`".includes(text.charAt(at)) && text.charAt(at - 1) === "\\") at -= 1;
  return at;
}
