import type { Edits } from "../Edits.js";
import { keyRule } from "../keys/secretKey.js";
import { isOpaque } from "../keys/secretValue.js";
import { declareRules } from "../mask.js";
import { phraseBefore } from "./phraseBefore.js";
import { hasTokenStart, isMarked, isRunUnit, LONG_RUN, STRIDE } from "./runs.js";
import { scanBase64, type Within } from "./scanBase64.js";
import { scanTokens } from "./scanTokens.js";
import { withoutEnd } from "./withoutEnd.js";
import { wordBefore } from "./wordBefore.js";

/** RFC 7235 schemes (iana.org/assignments/http-authschemes) and the unregistered ones in use. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["bearer", "bearer"],
  ["basic", "basic"],
  ["token", "token"],
  ["apikey", "api_key"],
  ["negotiate", "authorization"],
  ["ntlm", "authorization"],
  ["digest", "authorization"],
  ["dpop", "authorization"],
  ["ssws", "authorization"],
  ["geniekey", "authorization"],
  ["splunk", "authorization"],
]);
/** "is" in some languages, and what else stands between a name and its value. */
const LINKS: ReadonlySet<string> = new Set("is was ist es est".split(" "));
/** Rules whose names are said before a value even without `:`, `=` or "is". */
const SPOKEN: ReadonlySet<string> = new Set(
  "token password secret api_key private_key csrf otp pin".split(" "),
);
const DATE = /^\d{4}-\d\d-\d\d/;

declareRules(["bearer", "basic", "token", "api_key", "authorization"]);

/** Looks at each long enough run of token characters: what it is, and what stands before it. */
export function scanRuns(text: string, edits: Edits, within: Within): void {
  let at = STRIDE - 1;
  let floor = 0;
  while (at < text.length) {
    if (!isRunUnit(text.charCodeAt(at))) {
      at += STRIDE;
      continue;
    }
    let low = at;
    while (low > floor && isRunUnit(text.charCodeAt(low - 1))) low -= 1;
    let high = at + 1;
    while (high < text.length && isRunUnit(text.charCodeAt(high))) high += 1;
    scanRun(text, low, high, edits);
    if (high - low >= LONG_RUN) scanBase64(text, { start: low, end: high }, edits, within);
    floor = high;
    at = high + STRIDE;
  }
}

function scanRun(text: string, low: number, high: number, edits: Edits): void {
  if (high - low < STRIDE) return;
  const run = text.slice(low, high);
  if (high - low >= LONG_RUN && hasTokenStart(text, low, high)) scanWide(text, low, high, edits);
  if (low < 3 || !isMarked(text, low, high)) return;
  const rule = spokenRule(text, low, run);
  if (rule !== undefined) edits.mask(low, valueEnd(text, high), rule);
}

/** Some formats have `=` or `:` inside: the run is read with what surrounds it. */
function scanWide(text: string, low: number, high: number, edits: Edits): void {
  const from = Math.max(0, low - 20);
  const until = Math.min(text.length, high + 512);
  const found = edits.fork();
  scanTokens(text.slice(from, until), found);
  edits.addAt(from, found);
}

function spokenRule(text: string, low: number, run: string): string | undefined {
  const word = wordBefore(text, isOpening(text.charCodeAt(low - 1)) ? low - 1 : low);
  if (word === undefined) return undefined;
  const said = text.slice(word.start, word.end).toLowerCase();
  const scheme = SCHEMES.get(said);
  if (scheme !== undefined && isCredential(said, run)) return scheme;
  if (!/\d/.test(run) || !isOpaque(run) || DATE.test(run)) return undefined;
  const spoken = keyRule(said);
  if (spoken !== undefined) {
    return SPOKEN.has(spoken.rule) && /[A-Za-z]/.test(run) ? spoken.rule : undefined;
  }
  return LINKS.has(said) ? ruleBeforeLink(text, word.start) : undefined;
}

/** "The token is x", "your verification code is x". */
function ruleBeforeLink(text: string, at: number): string | undefined {
  const word = wordBefore(text, at);
  if (word === undefined) return undefined;
  const own =
    keyRule(text.slice(word.start, word.end)) ?? phraseBefore(text, word.start, word.end)?.key;
  return own?.rule;
}

/** A quote or a bracket that a value may stand in. */
function isOpening(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 40;
}

/** `Bearer` and a value, not "bearer responsibilities" or "Basic authentication-required". */
function isCredential(scheme: string, run: string): boolean {
  // RFC 7617: base64 of name and password.
  if (scheme === "basic" && !/^[A-Za-z\d+/]+$/.test(run)) return false;
  const body = withoutEnd(run, ".");
  return /\d|[a-z][A-Z]|[+/~]/.test(body) || (body.length >= 20 && !/[-./]/.test(body));
}

function valueEnd(text: string, high: number): number {
  let end = high;
  while (end < text.length && "=:".includes(text.charAt(end))) end += 1;
  while (end > 0 && text.charAt(end - 1) === ".") end -= 1;
  return end;
}
