import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { MASK_START } from "../mask.js";
import { phraseBefore } from "./phraseBefore.js";
import { type Quote, quoteBefore } from "./quotes.js";

/** A key that stands before `=` or `:` in a text. */
export interface TextKey {
  readonly key: KeyRule;
  readonly text: string;
  /** The quote around the key, or right before it: what ends a line that is quoted as a whole. */
  readonly quote: string | undefined;
  readonly isQuoted: boolean;
}

const LONGEST_KEY = 80;
const LONGEST_GAP = 8;
const BARE_UNIT = /[\p{L}\p{N}\p{M}_\-.$@[\]%\u200b-\u200f\u00ad]/u;
/** The credential key that ends before `at`; undefined when what stands there is none. */
export function readKeyBefore(text: string, at: number): TextKey | undefined {
  let end = at;
  const limit = Math.max(0, at - LONGEST_GAP);
  while (end > limit && (text[end - 1] === " " || text[end - 1] === "\t")) end -= 1;
  if (end === 0) return undefined;
  const quote = quoteBefore(text, end);
  return quote === undefined ? readBare(text, end) : readQuoted(text, end, quote);
}

function readQuoted(text: string, end: number, quote: Quote): TextKey | undefined {
  const close = end - quote.text.length;
  const from = Math.max(0, close - LONGEST_KEY - quote.text.length);
  const open = text.slice(from, close).lastIndexOf(quote.text);
  if (open < 0 || isCaseLabel(text, from + open)) return undefined;
  const key = text.slice(from + open + quote.text.length, close);
  const rule = keyRule(key);
  return rule === undefined
    ? undefined
    : { key: rule, text: key, quote: quote.text, isQuoted: true };
}

function readBare(text: string, end: number): TextKey | undefined {
  const floor = Math.max(0, end - LONGEST_KEY);
  let start = end;
  while (start > floor && BARE_UNIT.test(text.charAt(start - 1))) start -= 1;
  // A mask is no key: its last word is a rule's name.
  if (start === end || text.startsWith(`${MASK_START}:`, start - MASK_START.length - 1))
    return undefined;
  const word = text.slice(start, end);
  // PHP and Perl: $h["token"] = …, which reads as a path.
  const own = keyRule(word);
  const quote = quoteBefore(text, start)?.text;
  if (isCaseLabel(text, start)) return undefined;
  if (own !== undefined) return { key: own, text: word, quote, isQuoted: false };
  const phrase = phraseBefore(text, start, end);
  return phrase === undefined ? undefined : { ...phrase, quote: undefined, isQuoted: false };
}

/** `case "Token":` in a script. */
function isCaseLabel(text: string, start: number): boolean {
  return text.startsWith("case ", start - 5) || text.startsWith("case", start - 4);
}
