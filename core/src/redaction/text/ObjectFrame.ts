import { type KeyFacts, NO_KEY } from "../json/KeyFacts.js";
import { isKeyName } from "../keys/isKeyName.js";
import { isBenignLeaf, type KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { isNothing, isOpaque, ruleForNumber, ruleForText } from "../keys/secretValue.js";
import { isProseWord } from "./isProseWord.js";
import { isSameWords } from "./isSameWords.js";
import type { Range } from "./scanUrls.js";

/** A value to be masked. */
export interface Found extends Range {
  readonly rule: string;
}

/** One open object or array of a text that looks like one: what its values are to each other. */
export class ObjectFrame {
  readonly #isArray: boolean;
  readonly #container: KeyRule | undefined;
  #key: KeyFacts = NO_KEY;
  #name: string | undefined;
  #value: (Range & { readonly text: string }) | undefined;

  constructor(isArray: boolean, container: KeyRule | undefined) {
    this.#isArray = isArray;
    this.#container = container;
  }

  /** What an object or array at this place hands down to its values. */
  get handedDown(): KeyRule | undefined {
    if (this.#isArray) return this.#container;
    const rule = this.#key.rule;
    if (rule === undefined) return isBenignLeaf(this.#key.text) ? undefined : this.#container;
    if (rule.word === "tokens") return { ...rule, isGuarded: true };
    return rule.isGuarded ? undefined : rule;
  }

  onKey(key: KeyFacts): void {
    this.#key = key;
  }

  onComma(): void {
    this.#key = NO_KEY;
  }

  /** A quoted value, or a bare one; told when it is a secret by what surrounds it. */
  onValue(text: string, range: Range, isQuoted: boolean): Found | undefined {
    const { role } = this.#key;
    if (!isQuoted && !isBareSecret(text)) return undefined;
    if (!this.#isArray && (role === "name" || role === "path") && isQuoted) this.#name ??= text;
    if (!this.#isArray && (role === "value" || role === "data")) this.#value = { ...range, text };
    const container = this.#container;
    if (container === undefined || isBenignLeaf(this.#key.text) || isHarmless(text))
      return undefined;
    // Under a name of its own it may be a setting: `cookie: {sameSite: "lax"}`.
    const isPlain = isQuoted && (this.#isArray || role === "value");
    if (!isPlain && !isOpaque(text)) return undefined;
    return found(container, text, range);
  }

  /** `{name: "password", value: "x"}`, once all of it was read. */
  onClose(): Found | undefined {
    const key = this.#name === undefined ? undefined : keyRule(this.#name);
    if (key === undefined || this.#value === undefined) return undefined;
    const { text } = this.#value;
    if (isHarmless(text) || isSameWords(text, this.#name ?? "")) return undefined;
    return found(key, text, this.#value);
  }
}

function found(key: KeyRule, text: string, { start, end }: Range): Found | undefined {
  const rule = /^\d+$/.test(text) ? ruleForNumber(key, text) : ruleForText(key, text);
  return rule === undefined ? undefined : { start, end, rule };
}

/** Bare words are the names of things in code. */
function isBareSecret(text: string): boolean {
  return /^\d+$/.test(text) || (isOpaque(text) && !/[.()]/.test(text));
}

function isHarmless(text: string): boolean {
  return isNothing(text) || isProseWord(text) || isKeyName(text);
}
