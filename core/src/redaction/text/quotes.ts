/** A quote as a text writes it: plain, or with the escapes of all the strings that it lies in. */
export interface Quote {
  /** All of it, escapes included. */
  readonly text: string;
  /** What is searched for its end: the quote without the backslashes before it. */
  readonly close: string;
  /** How many backslashes stand before `close`. */
  readonly slashes: number;
  /** `\u0022`, whose own backslash is one of them. */
  readonly isCode: boolean;
}

const SLASH = 92;
const PLAIN = "\"'`";
/** Typographic quotes, each with its end. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["\u201c", "\u201d"],
  ["\u2018", "\u2019"],
  ["\u00ab", "\u00bb"],
]);
const OPENS: ReadonlyMap<string, string> = new Map([...PAIRS].map(([open, end]) => [end, open]));
const CODE = "u00(?:22|27|60)|x(?:22|27|60)|u\\{(?:22|27|60)\\}";
const ENTITY = "&(?:(?:amp|#0*38|#x0*26);)*(?:quot|apos|#0*(?:34|39|96)|#x0*(?:22|27|60));";
const HERE = new RegExp(`${ENTITY}|${CODE}`, "iy");
const BEFORE = new RegExp(`(?:${ENTITY}|${CODE})$`, "i");
const LAST = "\"'`;27}0";
/** More levels of `&amp;` than anything has. */
const LONGEST = 160;

/** The quote that begins at `at`, or undefined. */
export function quoteAt(text: string, at: number): Quote | undefined {
  let core = at;
  while (text.charCodeAt(core) === SLASH) core += 1;
  const unit = text.charAt(core);
  if (unit !== "" && PLAIN.includes(unit)) return blockOf(text, at, quote(unit, core - at, false));
  const end = PAIRS.get(unit);
  if (end !== undefined && core === at)
    return { text: unit, close: end, slashes: 0, isCode: false };
  if (unit !== "&" && (core === at || !/[ux]/i.test(unit))) return undefined;
  HERE.lastIndex = core;
  const written = HERE.exec(text)?.[0];
  return written === undefined || (unit !== "&" && written.startsWith("&"))
    ? undefined
    : quote(written, core - at, unit !== "&");
}

/** The quote that ends right before `end`, or undefined; of a pair the one that opens. */
export function quoteBefore(text: string, end: number): Quote | undefined {
  const unit = text.charAt(end - 1);
  if (unit === "") return undefined;
  const open = OPENS.get(unit) ?? unit;
  const close = PAIRS.get(open);
  if (close !== undefined) return { text: open, close, slashes: 0, isCode: false };
  if (!LAST.includes(unit)) return undefined;
  const written = PLAIN.includes(unit)
    ? unit
    : BEFORE.exec(text.slice(Math.max(0, end - LONGEST), end))?.[0];
  if (written === undefined) return undefined;
  const core = end - written.length;
  let start = core;
  while (start > 0 && text.charCodeAt(start - 1) === SLASH) start -= 1;
  const isCode = /^[ux]/i.test(written);
  return isCode && start === core ? undefined : quote(written, core - start, isCode);
}

/**
 * Where the text inside a quote ends that begins at `from`: at the closing quote, past those that
 * are escaped more deeply; an unclosed one ends with the text.
 */
export function endOfQuoted(text: string, from: number, quote: Quote): number {
  for (let at = text.indexOf(quote.close, from); at >= 0; at = text.indexOf(quote.close, at + 1)) {
    const slashes = slashesBefore(text, at, from);
    if (!endsHere(slashes, quote)) continue;
    const end = at - Math.min(slashes, quote.slashes);
    // SQL and CSV write a quote inside twice.
    const isTwice = quote.slashes === 0 && text.charAt(at + 1) === quote.close;
    if (end === from || quote.close.length > 1 || !isTwice) return end;
    at += 1;
  }
  return text.length;
}

/** Three quotes are one: GraphQL and Python blocks. */
function blockOf(text: string, at: number, quote: Quote): Quote {
  const block = quote.text.repeat(3);
  if (!text.startsWith(block, at)) return quote;
  // An empty string, and one that begins; unless a block was cut off.
  const inside = at + block.length;
  if (text.indexOf(block, inside) < 0 && text.includes(quote.close, inside)) return quote;
  return { text: block, close: block, slashes: 0, isCode: false };
}

function quote(close: string, slashes: number, isCode: boolean): Quote {
  return { text: "\\".repeat(slashes) + close, close, slashes, isCode };
}

function slashesBefore(text: string, at: number, from: number): number {
  let slashes = 0;
  while (at - slashes - 1 >= from && text.charCodeAt(at - slashes - 1) === SLASH) slashes += 1;
  return slashes;
}

/**
 * Each string in a string doubles backslashes and adds one for each quote. So a quote of the same
 * depth has the same number, or, behind backslashes of the value itself, that number and a multiple
 * of twice the depth's unit; one with fewer ends a string further out.
 */
function endsHere(slashes: number, { slashes: own, isCode }: Quote): boolean {
  const unit = isCode ? 2 * own : own + 1;
  // No string in a string is written so: what comes next ends it.
  if ((unit & (unit - 1)) !== 0) return true;
  return slashes < own || slashes % (2 * unit) === own;
}
