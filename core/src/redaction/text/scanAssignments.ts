import type { Edits } from "../Edits.js";
import { scanCredentialHeader } from "../headers/scanCredentialHeader.js";
import { isNothing, isOpaque, ruleForText } from "../keys/secretValue.js";
import { isMask, MASK_START } from "../mask.js";
import { isCode } from "./isCode.js";
import { isProseWord } from "./isProseWord.js";
import { isSameWords } from "./isSameWords.js";
import { LineEnds } from "./LineEnds.js";
import { readKeyBefore, type TextKey } from "./readKeyBefore.js";
import { readSeed, SEED } from "./readSeed.js";
import { readValue, type TextValue } from "./readValue.js";
import type { Range } from "./scanUrls.js";
import { withoutEnd } from "./withoutEnd.js";

/** The full-width colon is what Chinese and Japanese texts use. */
const OPERATORS = ["=", ":", "\uff1a"] as const;
/** Cookie names are shorter; without a `=` by then a line is no Cookie header. */
const LONGEST_NAME = 256;
/** What a page shows in place of a password. */
const STARS = /^[*\u2022\u25cf\u00b7.xX_-]+$/;
/** Rules whose secrets are often nothing but digits. */
const NUMERIC: ReadonlySet<string> = new Set(["pin", "otp", "card", "password", "ssn"]);
const TYPE_NAME = /^\[?[A-Z][A-Za-z]{1,30}!?\]?!?$/;
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|\$\{|\{\{|%[A-Za-z_]+%|<[a-z-]+>|process\.env|import\.meta|os\.environ|env[.[(]|!!(?:str|binary)$)/;

/** Masks what is assigned to a credential name: `k=v`, `k: v`, `"k":"v"`, `k => 'v'`, `k := v`. */
export function scanAssignments(text: string, edits: Edits, urls: readonly Range[]): void {
  const lines = new LineEnds(text);
  const next = [-1, -1, -1];
  let floor = 0;
  let url = 0;
  for (;;) {
    for (const [index, operator] of OPERATORS.entries()) {
      if ((next[index] ?? 0) < floor) next[index] = find(text, operator, floor);
    }
    const at = Math.min(...next);
    if (at === Number.POSITIVE_INFINITY) return;
    while ((urls[url]?.end ?? Number.POSITIVE_INFINITY) <= at) url += 1;
    const range = urls[url];
    if (range !== undefined && range.start <= at) floor = range.end;
    // The colon of a mask assigns nothing.
    else if (text.startsWith(MASK_START, at - MASK_START.length)) floor = at + 1;
    else floor = Math.max(at + 1, scanAt(text, { at, isEquals: next[0] === at, lines }, edits));
  }
}

function find(text: string, operator: string, from: number): number {
  const found = text.indexOf(operator, from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

/** Looks at one operator; gives the place from which to go on. */
function scanAt(
  text: string,
  {
    at,
    isEquals,
    lines,
  }: { readonly at: number; readonly isEquals: boolean; readonly lines: LineEnds },
  edits: Edits,
): number {
  const operator = readOperator(text, at, isEquals);
  if (operator === undefined) return at + 1;
  const key = readKeyBefore(text, at);
  if (key === undefined) return operator.end;
  const header = scanHeaderLine(text, operator.end, { key, lines }, edits);
  if (header !== undefined) return header;
  const value = SEED.test(key.key.word)
    ? readSeed(text, operator.end)
    : readAssigned(text, operator.end, isEquals);
  const raw = text.slice(value.start, value.end);
  const isProse =
    (operator.isComparison && !isOpaque(raw)) ||
    isHarmless(text, value, { key, operator: at, isEquals });
  const rule = isProse ? undefined : ruleForText(key.key, raw);
  if (rule === undefined) return Math.max(operator.end, value.isQuoted ? value.start : at + 1);
  edits.mask(value.start, value.end, rule);
  return value.end;
}

interface Operator {
  readonly end: number;
  readonly isComparison: boolean;
}

function readOperator(text: string, at: number, isEquals: boolean): Operator | undefined {
  const next = text.charAt(at + 1);
  if (!isEquals) {
    if (next === ":" || (next === "/" && text.charAt(at + 2) === "/")) return undefined;
    return { end: next === "=" ? at + 2 : at + 1, isComparison: false };
  }
  let end = at + 1;
  while (text.charAt(end) === "=") end += 1;
  const isComparison = end > at + 1 || /[!<>]/.test(text.charAt(at - 1));
  return { end: text.charAt(end) === ">" ? end + 1 : end, isComparison };
}

/** `Authorization:` and `Cookie:` run to the end of the line, or of the quote around them. */
function scanHeaderLine(
  text: string,
  at: number,
  { key, lines }: { readonly key: TextKey; readonly lines: LineEnds },
  edits: Edits,
): number | undefined {
  const { rule, word } = key.key;
  if (word !== "authorization" && !word.startsWith("cookie")) return undefined;
  const value = readValue(text, at);
  const start = value.start;
  let end = value.isQuoted ? value.end : lines.endFrom(start);
  if (!value.isQuoted && key.quote !== undefined && !key.isQuoted) {
    const quote = text.slice(start, end).indexOf(key.quote);
    if (quote >= 0) end = start + quote;
  }
  const line = text.slice(start, end);
  if (word === "authorization" && !value.isQuoted) end = start + endOfAuthorization(line);
  const inner = edits.fork();
  if (isProseLine(line)) return at;
  const first = line.slice(0, LONGEST_NAME);
  if (rule === "cookie" && !first.includes("=") && !isOpaque(first)) return at;
  const name = rule === "cookie" ? cookieName(key.text, line) : "authorization";
  scanCredentialHeader(name, text.slice(start, end), inner);
  edits.addAt(start, inner);
  return Math.max(end, at);
}

/** In text a header's value is one scheme with its parameters; what follows is not the header. */
function endOfAuthorization(line: string): number {
  const scheme = /^[A-Za-z][\w-]{1,30}[ \t]+[^\s"'<>]+(?:,[ \t]*[\w-]+=(?:"[^"]*"|[^\s,"]+))*/.exec(
    line,
  );
  return scheme?.[0].length ?? /^[^\s"'<>]*/.exec(line)?.[0].length ?? 0;
}

function isProseLine(line: string): boolean {
  const word = /^[A-Za-z]+/.exec(line)?.[0];
  return word !== undefined && isProseWord(word) && !/^(?:bearer|basic|token|jwt)\s/i.test(line);
}

function cookieName(key: string, line: string): string {
  return /^(?:set|document)/i.test(key) || /;\s*path=/i.test(line) ? "set-cookie" : "cookie";
}

/** GraphQL and TypeScript put a type between the name and the value: `$password: String = "x"`. */
function readAssigned(text: string, at: number, isEquals: boolean): TextValue {
  const value = readValue(text, at);
  if (isEquals || value.isQuoted) return value;
  const raw = text.slice(value.start, value.end);
  if (!/^[[\]\w!|<>]{1,40}$/.test(raw)) return value;
  const typed = /^\s{0,8}=(?![=>])/.exec(text.slice(value.end, value.end + 12));
  return typed === null ? value : readValue(text, value.end + typed[0].length);
}

function isHarmless(
  text: string,
  value: TextValue,
  context: { readonly key: TextKey; readonly operator: number; readonly isEquals: boolean },
): boolean {
  const raw = text.slice(value.start, value.end);
  const word = withoutEnd(raw, ".,!?:;)]}");
  if (isMask(raw) || REFERENCE.test(raw) || isNothing(word) || STARS.test(raw)) return true;
  if (/^\d+$/.test(word) && isCount(context.key, word)) return true;
  if (isProseWord(word)) return !value.isQuoted || word.length < 16;
  // `PASSWORD_PROTECTED = "password-protected"`: a constant that says its name.
  if (value.isQuoted)
    return raw.length < 2 || (word.length > 12 && isSameWords(raw, context.key.text));
  if (/^(?:[[({]|\/\*)/.test(raw)) return !raw.startsWith(MASK_START);
  if (/^[a-z_$]{1,2}$/i.test(word)) return true;
  if (!context.isEquals && TYPE_NAME.test(word)) return true;
  return !context.key.isQuoted && isCode(text, value, context);
}

/** `tokens: 42`, `LastToken = 165`: a number of things, or of a constant; a pin is neither. */
function isCount({ key }: TextKey, digits: string): boolean {
  return key.isPlural || (digits.length < 5 && !NUMERIC.has(key.rule));
}
