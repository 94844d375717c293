import { readValue, type TextValue } from "./readValue.js";

/** Names of what is written as many words. */
export const SEED: RegExp = /^(?:mnemonics?|.*(?:phrase|words|seed))$/;
/** At least twelve words as wallets give them (BIP 39), numbered or not: more than a sentence has of three to eight letters. */
const WORDS =
  /(?:\d{1,2}[.)]? )?[a-z]{3,8}(?:[ ,]{1,2}(?:\d{1,2}[.)]? )?[a-z]{3,8}){11,23}(?![\w])/y;

/** The words of a wallet that begin at or shortly after `at`, or any other value. */
export function readSeed(text: string, at: number): TextValue {
  const value = readValue(text, at);
  if (value.isQuoted) return value;
  WORDS.lastIndex = value.start;
  return WORDS.test(text) ? { ...value, end: WORDS.lastIndex } : value;
}
