import { TOKEN_STARTS } from "./tokenFormats.js";

/** The shortest run that is looked at: with a stride of as many units none is missed. */
export const STRIDE = 8;
/** From here on a run may be a token by its own shape. */
export const LONG_RUN = 16;

const WORD = 1;
const SIGN = 2;
const MARK = 4;
const DIGIT = 8;
const DASH = 45;
const SHORTEST_PAN = 13;
/** The sum of kinds that a lower-case word has; more means a capital, a digit or another mark. */
export const PLAIN: number = WORD | SIGN;
/** What each unit is in a run of token characters; zero ends a run. As long as there are units: no check. */
const kinds = new Uint8Array(0x10000);
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", WORD | MARK);
mark("abcdefghijklmnopqrstuvwxyz", WORD);
mark("0123456789", WORD | MARK | DIGIT);
mark("_.", SIGN);
mark("-+/~", SIGN | MARK);

/** Whether a format begins with these two units; 0 stands for any second unit. */
const pairs = new Uint8Array(128 * 128);
for (const start of TOKEN_STARTS) {
  const first = start.charCodeAt(0) * 128;
  if (start.length > 1) pairs[first + start.charCodeAt(1)] = 1;
  else pairs.fill(1, first, first + 128);
}
const START =
  /ey[Jw]|(?<=\d:)AA[\w-]{31}|[MNO][\w-]{22,25}\.[\w-]{6}\.|us\d|bot\d|pat[A-Za-z\d]{14}\.|SK[a-f\d]{8}/y;
const literals = new Map<string, string[]>();
for (const start of TOKEN_STARTS) {
  if (/^(?:ey.|[MNO]|AA|us|bot|pat|SK)$/.test(start)) continue;
  const pair = start.slice(0, 2);
  literals.set(pair, [...(literals.get(pair) ?? []), start]);
}

function mark(units: string, kind: number): void {
  for (const unit of units) kinds[unit.charCodeAt(0)] = kind;
}

/** What a UTF-16 unit is in a run, as bits to be collected; 0 ends the run. */
export function kindOf(code: number): number {
  return kinds[code] ?? 0;
}

/** Whether a UTF-16 unit belongs to a run of token characters. */
export function isRunUnit(code: number): boolean {
  return (kinds[code] ?? 0) !== 0;
}

/** Whether a UTF-16 unit is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a run is more than a lower-case word: the least that a credential after a word is. */
export function isMarked(text: string, low: number, high: number): boolean {
  if (high - low >= 20) return true;
  for (let at = low; at < high; at += 1) {
    if (((kinds[text.charCodeAt(at)] ?? 0) & MARK) !== 0) return true;
  }
  return false;
}

/** Whether at some border in a run two units stand with which a known format begins. */
export function hasTokenStart(text: string, low: number, high: number): boolean {
  let isBorder = true;
  let digits = 0;
  let code = text.charCodeAt(low);
  for (let at = low; at < high; at += 1) {
    const next = text.charCodeAt(at + 1);
    if (isBorder && next < 128 && pairs[code * 128 + next] === 1 && startsToken(text, at)) {
      return true;
    }
    const kind = kinds[code] ?? 0;
    // A dash may stand between the groups of a card number.
    if (kind >= DIGIT) digits += 1;
    else if (code !== DASH) digits = 0;
    if (digits >= SHORTEST_PAN) return true;
    isBorder = (kind & WORD) === 0;
    code = next;
  }
  return false;
}

function startsToken(text: string, at: number): boolean {
  START.lastIndex = at;
  if (START.test(text)) return true;
  return literals.get(text.slice(at, at + 2))?.some((start) => text.startsWith(start, at)) === true;
}
