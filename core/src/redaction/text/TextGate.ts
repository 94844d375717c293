import { keyRule } from "../keys/secretKey.js";
import { mayCarry } from "./base64.js";
import { phraseBefore } from "./phraseBefore.js";
import {
  hasTokenStart,
  isDigit,
  isMarked,
  isRunUnit,
  kindOf,
  LONG_RUN,
  PLAIN,
  STRIDE,
} from "./runs.js";
import { wordBefore } from "./wordBefore.js";

const SHORTEST = 4;
const LONGEST_KEY = 64;
const DASH = 45;
/** Beyond any text, and still a small integer to the engine. */
const NEVER = 0x3fffffff;
const SIGNS = ["=", ":", "<", "%", "--", "\uff1a", "@", "&"] as const;
const COLON = 1;
const AT = 6;
const AND = 7;
/** Keys that a scan decides by what stands around them. */
const UNDECIDED =
  /^(?:code|value|val|ticket|invite|invitation|reset|policy|data|string|thin|content-disposition)$/i;
/** Words before which a run may be a credential: schemes, and what links a name to it. */
const SPOKEN: ReadonlySet<string> = new Set(
  "bearer basic apikey negotiate ntlm digest dpop ssws geniekey splunk is was ist es est".split(
    " ",
  ),
);
const ENCODED = /^%(?:25)*(?:3[adc]|22|26|[57]b|3f|0[ad])/i;
/** A quote or bracket of markup in markup. */
const ENTITY = /^&(?:amp;|quot;|apos;|lt;|#)/i;
const LOGIN = /(?:-[uUa]|user|auth) $/;
const TAG =
  /^<(?:input|textarea|pre|select|meta|param|entry|property|string|field|item|add|setting|data|user|(?:\w{1,20}:)?(?:key|name|k)\b)/i;

/**
 * Says cheaply that a range of a text cannot hold anything to redact. Signs are found by native
 * search, each position remembered, so that all ranges of one text together cost one pass; runs are
 * found by looking at every 8th unit. May say yes in vain, never no.
 */
export class TextGate {
  readonly #text: string;
  readonly #next: number[] = [-1, -1, -1, -1, -1, -1, -1, -1];
  /** The nearest of all signs but the colon, which JSON has everywhere. */
  #nearest = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the range needs the full scan. */
  mayMatter(start: number, end: number): boolean {
    if (end - start < SHORTEST) return false;
    if (this.#nearestFrom(start) < end && this.#hasSign(start, end)) return true;
    return this.#hasColon(start, end) || (end - start >= STRIDE && this.#hasRun(start, end));
  }

  #nearestFrom(start: number): number {
    if (this.#nearest < start) {
      this.#nearest = NEVER;
      for (let sign = 0; sign < SIGNS.length; sign += 1) {
        if (sign !== COLON && sign !== AT)
          this.#nearest = Math.min(this.#nearest, this.#find(sign, start));
      }
    }
    return this.#nearest;
  }

  #find(sign: number, from: number): number {
    const known = this.#next[sign] ?? NEVER;
    if (known >= from) return known;
    const found = this.#text.indexOf(SIGNS[sign] ?? "", from);
    const next = found < 0 ? NEVER : found;
    this.#next[sign] = next;
    return next;
  }

  #hasSign(start: number, end: number): boolean {
    for (let at = this.#find(0, start); at < end; at = this.#find(0, at + 1)) {
      if (this.#mayAssign(at, start)) return true;
    }
    for (let at = this.#find(2, start); at < end; at = this.#find(2, at + 1)) {
      if (this.#mayBeTag(at)) return true;
    }
    for (let at = this.#find(3, start); at < end; at = this.#find(3, at + 1)) {
      if (ENCODED.test(this.#text.slice(at, at + 12))) return true;
    }
    for (let at = this.#find(AND, start); at < end; at = this.#find(AND, at + 1)) {
      if (ENTITY.test(this.#text.slice(at, at + 12))) return true;
    }
    return this.#find(4, start) < end || this.#find(5, start) < end;
  }

  #hasColon(start: number, end: number): boolean {
    const text = this.#text;
    if (end - start < 32) {
      for (let at = start + 1; at < end; at += 1) {
        if (text.charCodeAt(at) === 58 && this.#colonMatters(at, start, end)) return true;
      }
      return false;
    }
    for (let at = this.#find(COLON, start); at < end; at = this.#find(COLON, at + 1)) {
      if (this.#colonMatters(at, start, end)) return true;
    }
    return false;
  }

  /** Not within a time, and not where a URL without user info begins. */
  #colonMatters(at: number, start: number, end: number): boolean {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    if (next === 47 && text.charCodeAt(at + 2) === 47) {
      return this.#find(AT, at) < end;
    }
    if (at > start && isDigit(text.charCodeAt(at - 1))) return !isDigit(next) && at - start > 3;
    return this.#mayAssign(at, start);
  }

  /** Whether the name before an operator is, or may be, a credential's. */
  #mayAssign(at: number, start: number): boolean {
    const text = this.#text;
    let high = at;
    while (high > start && text.charCodeAt(high - 1) === 32) high -= 1;
    let low = high;
    const floor = Math.max(start, high - LONGEST_KEY);
    while (low > floor && isKeyUnit(text.charCodeAt(low - 1))) low -= 1;
    if (low > start && isOddBefore(text.charCodeAt(low - 1))) return true;
    if (low === high) return high > start && isOddBefore(text.charCodeAt(high - 1));
    const key = text.slice(low, high);
    if (keyRule(key) !== undefined || UNDECIDED.test(key)) return true;
    if (low - 2 <= start || text.charCodeAt(low - 1) !== 32) return false;
    // `API key:`, and `curl -u name:password`.
    return phraseBefore(text, low, high) !== undefined || LOGIN.test(text.slice(low - 6, low));
  }

  #mayBeTag(at: number): boolean {
    const text = this.#text;
    let high = at + 1;
    const stop = at + LONGEST_KEY;
    while (high < stop && isTagUnit(text.charCodeAt(high))) high += 1;
    if (high === at + 1) return text.charCodeAt(high) > 127;
    const name = text.slice(at + 1, high);
    return (
      keyRule(name.slice(name.lastIndexOf(":") + 1)) !== undefined ||
      TAG.test(text.slice(at, at + 32))
    );
  }

  /** The hot loop of all redaction: reads most texts at one unit in eight and what is beside it. */
  #hasRun(start: number, end: number): boolean {
    const text = this.#text;
    let at = start + STRIDE - 1;
    let floor = start;
    while (at < end) {
      let marks = kindOf(text.charCodeAt(at));
      if (marks === 0) {
        at += STRIDE;
        continue;
      }
      let low = at;
      for (let kind = 1; low > floor; low -= 1) {
        kind = kindOf(text.charCodeAt(low - 1));
        if (kind === 0) break;
        marks |= kind;
      }
      let high = at + 1;
      for (let kind = 1; high < end; high += 1) {
        kind = kindOf(text.charCodeAt(high));
        if (kind === 0) break;
        marks |= kind;
      }
      if ((high - low >= LONG_RUN || marks > PLAIN) && this.#runMatters(low, high, start, end)) {
        return true;
      }
      floor = high;
      at = high + STRIDE;
    }
    return false;
  }

  #runMatters(low: number, high: number, start: number, end: number): boolean {
    const text = this.#text;
    if (isDigit(text.charCodeAt(high - 1)) && touchesDigits(text, { low, high, start, end }))
      return true;
    if (high - low < STRIDE) return false;
    if (high - low >= LONG_RUN && (hasTokenStart(text, low, high) || mayCarry(text, low, high)))
      return true;
    if (text.charCodeAt(low) === DASH) return true;
    if (low - 3 < start || !isMarked(text, low, high)) return false;
    if (text.startsWith("-p ", low - 3)) return true;
    const before = text.charCodeAt(low - 1);
    const isOpening = before === 34 || before === 39 || before === 96 || before === 40;
    // `setItem("token","x")`, `["password", "x"]`
    if (isOpening && /["'`], ?$/.test(text.slice(Math.max(start, low - 4), low - 1))) return true;
    const word = wordBefore(text, isOpening ? low - 1 : low);
    if (word === undefined) return false;
    const said = text.slice(word.start, word.end).toLowerCase();
    return SPOKEN.has(said) || keyRule(said) !== undefined;
  }
}

function isKeyUnit(code: number): boolean {
  return (
    (isRunUnit(code) && code !== 47 && code !== 43 && code !== 126) || code === 36 || code === 64
  );
}

function isTagUnit(code: number): boolean {
  return isKeyUnit(code) || code === 58;
}

/** A quote, bracket, percent sign, backslash, entity or letter beyond ASCII: a key worth a real look. */
function isOddBefore(code: number): boolean {
  return (
    code > 127 || (code !== 38 && code !== 63 && "\"'`]%\\;".includes(String.fromCharCode(code)))
  );
}

/** `5555 5555`: groups of digits with a blank between, as card numbers are printed. */
function touchesDigits(
  text: string,
  { low, high, start, end }: { low: number; high: number; start: number; end: number },
): boolean {
  if (high + 1 < end && text.charCodeAt(high) === 32) return isDigit(text.charCodeAt(high + 1));
  if (low - 2 < start || text.charCodeAt(low - 1) !== 32) return false;
  return isDigit(text.charCodeAt(low - 2)) && isDigit(text.charCodeAt(low));
}
