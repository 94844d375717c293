import type { Edits } from "../Edits.js";
import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { isNothing, ruleForNumber, ruleForText } from "../keys/secretValue.js";
import { type ElementContent, elementContent } from "./elementContent.js";
import { isSameWords } from "./isSameWords.js";

/** Elements that say what the next one holds, as property lists, Java, XML-RPC and Hadoop write them. */
const NAMES: ReadonlySet<string> = new Set("key name k field property-name param-name".split(" "));
const VALUES: ReadonlySet<string> = new Set(
  "value val v string data integer real int i4 long text content item element param-value".split(
    " ",
  ),
);
const LISTS: ReadonlySet<string> = new Set(
  "array list set values value data collection".split(" "),
);
const CLOSE = /<\/(?:[\w.-]{1,40}:)?([\w.-]{1,80})/y;

interface Named {
  readonly key: KeyRule;
  readonly name: string;
}

/** `<key>password</key><string>x</string>`: told of one document's elements in their order. */
export class TagPairs {
  readonly #text: string;
  readonly #edits: Edits;
  /** Of the next value. */
  #named: Named | undefined;
  /** Of all values until the element of this name ends. */
  #list: Named | undefined;
  #until = "";

  constructor(text: string, edits: Edits) {
    this.#text = text;
    this.#edits = edits;
  }

  /** An element began, and its content begins at `from`; gives where to go on, if it was read. */
  onOpen(local: string, from: number): number {
    const name = local.toLowerCase();
    if (NAMES.has(name)) return this.#readName(from);
    const named = this.#named ?? this.#list;
    this.#named = undefined;
    if (named === undefined || !(VALUES.has(name) || LISTS.has(name))) return from;
    const content = elementContent(this.#text, from);
    if (content !== undefined) return this.#maskValue(named, content);
    if (LISTS.has(name) && this.#list === undefined) this.#holds(named, name);
    else this.#named = named;
    return from;
  }

  /** `<password><value>x</value></password>`: an element with a name of its own holds others. */
  onOwner(key: KeyRule, local: string): void {
    this.#holds({ key, name: local }, local.toLowerCase());
  }

  /** An element ended at `at`. */
  onClose(at: number): void {
    CLOSE.lastIndex = at;
    const name = CLOSE.exec(this.#text)?.[1]?.toLowerCase();
    if (name === undefined) return;
    if (!NAMES.has(name)) this.#named = undefined;
    if (name === this.#until) this.#list = undefined;
  }

  #holds(named: Named, until: string): void {
    this.#list = named;
    this.#until = until;
  }

  #readName(from: number): number {
    const content = elementContent(this.#text, from);
    this.#named = undefined;
    if (content === undefined) return from;
    const name = this.#text.slice(content.start, content.end);
    const key = keyRule(name);
    if (key !== undefined) this.#named = { key, name };
    return content.next;
  }

  #maskValue({ key, name }: Named, { start, end, next }: ElementContent): number {
    const value = this.#text.slice(start, end);
    const rule = /^\d+$/.test(value) ? ruleForNumber(key, value) : ruleForText(key, value);
    if (rule !== undefined && !isNothing(value) && !isSameWords(value, name)) {
      this.#edits.mask(start, end, rule);
    }
    return next;
  }
}
