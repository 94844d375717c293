import { decodePercent } from "../url/decodePercent.js";
import { readLegacy } from "./foreign.js";

const PLAIN = /^[\w\-.[\]$/]*$/;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(quot|apos|lt|gt|amp|nbsp|lowbar));?/g;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2}))/g;
/** Format characters that show nothing: zero-width, bidi, soft hyphen, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["apos", "'"],
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["nbsp", " "],
  ["lowbar", "_"],
]);

/** A key as a reader sees it: percent, HTML and JSON escapes undone, NFKC, nothing invisible. */
export function decodeKey(key: string): string {
  if (PLAIN.test(key)) return key;
  let text = key;
  for (let round = 0; round < 3; round += 1) {
    const before = text;
    if (text.includes("%")) text = decodeBytes(text);
    if (text.includes("&")) text = text.replace(ENTITY, decodeEntity);
    if (text.includes("\\")) text = text.replace(ESCAPE, decodeEscape);
    if (text === before) break;
  }
  return text.normalize("NFKC").replace(INVISIBLE, "").trim();
}

function decodeBytes(text: string): string {
  const decoded = decodePercent(text, false).text;
  return readLegacy(decoded.trim()) ?? decoded;
}

function decodeEntity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? all;
  return codePoint(decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? "", 16), all);
}

function decodeEscape(all: string, four?: string, braced?: string, two?: string): string {
  return codePoint(Number.parseInt(four ?? braced ?? two ?? "", 16), all);
}

function codePoint(code: number, otherwise: string): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
