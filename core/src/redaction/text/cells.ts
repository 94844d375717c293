import { isKeyName } from "../keys/isKeyName.js";
import type { KeyRule } from "../keys/keyRule.js";
import { isNothing, ruleForNumber, ruleForText } from "../keys/secretValue.js";
import { isProseWord } from "./isProseWord.js";

/** What heads a column: a few words, none of which a program or a sentence would end with. */
const NAME = /^[\p{L}\p{M}\p{N}_.$@/-]{1,48}(?: [\p{L}\p{M}\p{N}_.$@/-]{1,24}){0,2}$/u;
/** A rule below a heading, or what is shown in place of a password. */
const FILLING = /^[-:*\u2022\u25cf.xX_=+ ]+$/;

/** Whether a text can head a column of a table. */
export function isColumnName(text: string): boolean {
  return NAME.test(text);
}

/** The rule that masks a cell below a heading, or undefined when it may stay. */
export function ruleOfCell(key: KeyRule, value: string, isNumber: boolean): string | undefined {
  if (isNumber) return ruleForNumber(key, value);
  if (isNothing(value) || FILLING.test(value) || isKeyName(value) || isProseWord(value)) {
    return undefined;
  }
  return ruleForText(key, value);
}
