import { declareRules } from "../mask.js";
import { decodeKey } from "./decodeKey.js";
import { foreignRule } from "./foreign.js";
import { mayDecide } from "./mayDecide.js";
import { splitCaseless, splitPath, splitWords } from "./splitKey.js";
import { undoLeet } from "./undoLeet.js";
import {
  ANYWHERE,
  AT_END,
  BENIGN_BEFORE_TOKEN,
  BENIGN_COMPOUND,
  BENIGN_HEAD,
  BENIGN_LEAF,
  BENIGN_TAIL,
  FILLERS,
  GUARDED,
  NEUTRAL,
  NO_LEAF,
  WHOLE,
} from "./words.js";

/** What a key's words say about its value. */
export interface KeyRule {
  /** The rule's name, as the mask shows it. */
  readonly rule: string;
  /** The word that decided. */
  readonly word: string;
  /** Secret only if the value looks like a credential too. */
  readonly isGuarded: boolean;
  /** A plural: with a number for its value it is a count. */
  readonly isPlural: boolean;
}

const LONGEST_KEY = 512;
const LONGEST_PHRASE = 4;
const MOST_PARTS = 4;

declareRules(new Set([...ANYWHERE.values(), ...AT_END.values(), ...WHOLE.values()]));

/** Decides on a key's words whether its value is a credential; undefined when it is not. */
export function decideKey(key: string): KeyRule | undefined {
  if (key.length > LONGEST_KEY) return decideKey(key.slice(-LONGEST_KEY));
  if (!mayDecide(key)) return undefined;
  const parts = splitPath(undoLeet(decodeKey(key)));
  const last = parts[parts.length - 1];
  if (last === undefined) return undefined;
  const own = decidePart(last);
  if (own !== undefined) return own;
  return decideInContainer(parts, last);
}

/** Whether a key below a credential's says who or what: what it holds, of any shape, is no secret. */
export function isBenignLeaf(key: string): boolean {
  const tail = lastWord(key);
  return BENIGN_LEAF.has(tail) || (BENIGN_TAIL.has(tail) && !NO_LEAF.has(tail));
}

/** Whether a key's end makes a number, or a path that it closes, a fact about a credential. */
export function isFact(key: string): boolean {
  const tail = lastWord(key);
  return BENIGN_LEAF.has(tail) || BENIGN_TAIL.has(tail);
}

function lastWord(key: string): string {
  const words = splitWords(decodeKey(key));
  return words[words.length - 1] ?? "";
}

function decidePart(part: string): KeyRule | undefined {
  const foreign = foreignRule(part);
  if (foreign !== undefined) return found(foreign, part);
  const words = splitWords(part);
  const decided = decideWords(words) ?? decideForeign(words);
  if (decided !== undefined || isBenign(words)) return decided;
  const caseless = splitCaseless(part);
  return caseless.length === words.length ? undefined : decideWords(caseless);
}

/** `user_密码`, `contraseñaConfirmation`: a word that is not English among ones that say nothing. */
function decideForeign(words: readonly string[]): KeyRule | undefined {
  const rest = words.filter((word) => !FILLERS.has(word) && !NEUTRAL.has(word));
  if (rest.length === words.length || rest.length === 0) return undefined;
  const rule = foreignRule(rest.join(""));
  return rule === undefined ? undefined : found(rule, rest.join(""));
}

/** `auth[user]` is a name, `auth[x]` and `session[id]` are not. */
function decideInContainer(parts: readonly string[], last: string): KeyRule | undefined {
  const parent = parts[parts.length - 2];
  if (parent === undefined) return undefined;
  const joined = decidePath(parts);
  if (joined !== undefined) return joined;
  const container = decidePart(parent);
  return container === undefined || container.isGuarded || isFact(last) ? undefined : container;
}

/** `api.key.value` and `mot.de.passe` read as one name. */
function decidePath(parts: readonly string[]): KeyRule | undefined {
  for (let length = 2; length <= MOST_PARTS; length += 1) {
    const path = parts.slice(-length);
    const words = path.flatMap(splitWords).filter((word) => !/^\d+$/.test(word));
    const rule =
      isBenign(words) && atEnd(words) === undefined
        ? undefined
        : (atEnd(words) ?? afterNeutral(words));
    if (rule?.word.includes(" ") === true) return rule;
    const foreign = foreignRule(path.join(""));
    if (foreign !== undefined) return found(foreign, path.join(""));
  }
  return undefined;
}

function isBenign(words: readonly string[]): boolean {
  const head = words[0] ?? "";
  const tail = words[words.length - 1] ?? "";
  return words.length > 1 && (BENIGN_HEAD.has(head) || BENIGN_TAIL.has(tail));
}

function decideWords(all: readonly string[]): KeyRule | undefined {
  const words = all.filter((word) => !/^\d+$/.test(word) || word === "2");
  while (words.length > 1 && words[words.length - 1] === "2") words.pop();
  if (words.length === 0 || BENIGN_HEAD.has(words[0] ?? "")) {
    return words.length === 1 ? atEnd(words) : undefined;
  }
  return whole(words) ?? atEnd(words) ?? afterNeutral(words) ?? anywhere(words);
}

function afterNeutral(words: readonly string[]): KeyRule | undefined {
  let end = words.length;
  while (end > 1 && NEUTRAL.has(words[end - 1] ?? "")) end -= 1;
  if (end === words.length) return undefined;
  const rest = words.slice(0, end);
  // "magic" is only a link's parameter by itself: `magic-string` is a package.
  return rest[0] === "magic" ? undefined : (whole(rest) ?? atEnd(rest));
}

/** A word that decides only by itself; whose or which it is may stand before. */
function whole(words: readonly string[]): KeyRule | undefined {
  const last = words[words.length - 1] ?? "";
  const rule = WHOLE.get(last);
  if (rule === undefined || !words.slice(0, -1).every(isFiller)) return undefined;
  return found(rule, last);
}

function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

function atEnd(words: readonly string[]): KeyRule | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const phrase = words.slice(-length).join(" ");
    const rule = AT_END.get(phrase);
    if (rule === undefined) continue;
    const before = words[words.length - length - 1] ?? "";
    return isEveryday(before, phrase) ? undefined : found(rule, phrase);
  }
  return undefined;
}

function isEveryday(before: string, phrase: string): boolean {
  if (before === "") return false;
  if (phrase === "token" || phrase === "tokens") return BENIGN_BEFORE_TOKEN.has(before);
  return BENIGN_COMPOUND.has(`${before}_${phrase}`);
}

function anywhere(words: readonly string[]): KeyRule | undefined {
  if (isBenign(words)) return undefined;
  for (let start = 0; start < words.length; start += 1) {
    for (let length = 1; length <= 3; length += 1) {
      const phrase = words.slice(start, start + length).join(" ");
      const rule = ANYWHERE.get(phrase);
      if (rule !== undefined) return found(rule, phrase);
    }
  }
  return undefined;
}

function found(rule: string, word: string): KeyRule {
  return { rule, word, isGuarded: GUARDED.has(word), isPlural: /[^s]s$/.test(word) };
}
