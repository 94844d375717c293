import type { Edits } from "../Edits.js";
import { declareRules } from "../mask.js";

const STRIDE = 8;
const SHORTEST = 13;
const LONGEST = 19;

/** Issuer prefixes and the lengths they have (ISO/IEC 7812; the schemes' published BIN ranges). */
const BRANDS: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:5018|5020|5038|6304|6759|676[1-3])/, lengths: [16, 18, 19] },
];

declareRules(["card"]);

/** Masks payment card numbers: brand, length and Luhn must agree, and nothing may touch them. */
export function scanPan(text: string, edits: Edits): void {
  let floor = 0;
  for (let at = STRIDE - 1; at < text.length; at += STRIDE) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let low = at;
    while (low > floor && isPanUnit(text, low - 1)) low -= 1;
    let high = at + 1;
    while (high < text.length && isPanUnit(text, high)) high += 1;
    scanDigits(text, low, high, edits);
    floor = high;
    at = Math.max(at, high - 1);
  }
}

/** A digit, or one blank or dash between two digits. */
function isPanUnit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isDigit(code)) return true;
  if (code !== 32 && code !== 45) return false;
  return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
}

function scanDigits(text: string, low: number, high: number, edits: Edits): void {
  if (high - low < SHORTEST || isTouched(text, low, high)) return;
  const span = text.slice(low, high);
  const digits = span.replace(/[ -]/g, "");
  if (digits.length >= SHORTEST && digits.length <= LONGEST && isPan(digits)) {
    edits.mask(low, high, "card");
    return;
  }
  // Other numbers may stand beside it: "12 4111 1111 1111 1111 737".
  if (span.includes(" ")) scanGroups(span, low, edits);
}

function scanGroups(span: string, offset: number, edits: Edits): void {
  const GROUPS =
    /(?<![\d-])(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|\d{4}[ -]\d{6}[ -]\d{5}|\d{13,19})(?![\d-])/g;
  for (const match of span.matchAll(GROUPS)) {
    const digits = match[0].replace(/[ -]/g, "");
    const start = offset + match.index;
    if (isPan(digits)) edits.mask(start, start + match[0].length, "card");
  }
}

/** Part of a longer name, number or id: `a4111…`, `1.4111…`, `4111…-x`. */
function isTouched(text: string, low: number, high: number): boolean {
  const before = text.slice(Math.max(0, low - 2), low);
  const after = text.slice(high, high + 2);
  return /[\w+]$|[.,-]$/.test(before) || /^(?:\w|[.,-]\d|-\w)/.test(after);
}

function isPan(digits: string): boolean {
  const brand = BRANDS.find(({ prefix }) => prefix.test(digits));
  return brand?.lengths.includes(digits.length) === true && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
