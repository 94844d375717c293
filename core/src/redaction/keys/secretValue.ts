import { isMask } from "../mask.js";
import type { KeyRule } from "./keyRule.js";

const NOTHING: ReadonlySet<string> = new Set(["true", "false", "null", "undefined", "none"]);

/** The rule that masks a value written as text under a key, or undefined when it may stay. */
export function ruleForText(key: KeyRule | undefined, value: string): string | undefined {
  if (key === undefined || value === "" || isMask(value) || isAbsent(value)) return undefined;
  if (key.isGuarded && !isOpaque(value)) return undefined;
  // `PWD` is also where a shell stands.
  if (key.word === "pwd" && /^(?:\/|[A-Za-z]:\\)/.test(value)) return undefined;
  // An instruction's, or a letter to press: the words that open a wallet are many.
  if (
    key.word.startsWith("mnemonic") &&
    /^(?:[A-Z][A-Z\d.]{0,11}|[a-z][a-z\d.]{0,6})$/.test(value)
  ) {
    return undefined;
  }
  return key.rule;
}

/** The same for a JSON number: a plural counts, `"pass": 12` is a test result, a pin is a pin. */
export function ruleForNumber(key: KeyRule | undefined, value: string): string | undefined {
  if (key === undefined || key.isPlural || key.isGuarded) return undefined;
  if (key.word === "pass" && value.length < 4) return undefined;
  return key.rule;
}

const ABSENT =
  /^(?:(?:[Bb]earer|[Bb]asic|[Tt]oken) )?(?:undefined|null|NaN|true|false|""|\[object \w{1,20}\])$/;

/** What scripts write where they have no value, also behind a scheme: a name was wrong, say. No secret, but a fault to be seen. */
export function isAbsent(value: string): boolean {
  return ABSENT.test(value);
}

/** Whether unquoted text says that there is no value at all. */
export function isNothing(value: string): boolean {
  return NOTHING.has(value.toLowerCase());
}

/** Whether a text is no word of any language: digits or symbols inside, or case changes. */
export function isOpaque(value: string): boolean {
  if (value.length < 6 || /\s/.test(value)) return false;
  return /\d|[+/=!#$%^&*~]|\p{Ll}\p{Lu}|^\p{Lu}{6}/u.test(value);
}
