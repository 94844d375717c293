import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { wordBefore } from "./wordBefore.js";

const LAST_WORD: ReadonlySet<string> = new Set(
  "key keys code codes id number num no answer phrase word words seed mnemonic pin pass secret token password cvc cvv card".split(
    " ",
  ),
);
const LONGEST_LAST = 8;
const MOST_WORDS = 3;

/**
 * A credential's name of several words that ends with the word from `start` to `end`:
 * `API key`, `one time code`. Up to three words before may belong to it.
 */
export function phraseBefore(
  text: string,
  start: number,
  end: number,
): { readonly key: KeyRule; readonly text: string } | undefined {
  if (text.charCodeAt(start - 1) !== 32 || end - start > LONGEST_LAST) return undefined;
  if (!LAST_WORD.has(text.slice(start, end).toLowerCase())) return undefined;
  let from = start;
  for (let words = 0; words < MOST_WORDS; words += 1) {
    const word = wordBefore(text, from);
    if (word === undefined || word.end === from) return undefined;
    from = word.start;
    const phrase = text.slice(from, end);
    const key = keyRule(phrase);
    if (key !== undefined) return { key, text: phrase };
  }
  return undefined;
}
