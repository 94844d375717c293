import type { Edits } from "../Edits.js";
import { isBenignLeaf, isFact, type KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { isOpaque, ruleForNumber, ruleForText } from "../keys/secretValue.js";
import { declareRules, isMask, maskOf } from "../mask.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";
import { settle } from "../settle.js";
import { isSameWords } from "../text/isSameWords.js";
import { TextGate } from "../text/TextGate.js";
import { encodeInString, stringOrigin } from "./decodeString.js";
import type { Frame } from "./Frame.js";
import { isMessage } from "./isMessage.js";
import type { JsonReader } from "./JsonReader.js";
import type { KeyFacts } from "./KeyFacts.js";

const LONGEST_NAME = 128;
/** What can be a name: not a sentence, a JSON text or a URL. */
const NAME = /^[^"{}:=,\n<>]+$/;

declareRules(["oauth_code", "too_deep", "password"]);

/** Decides for each value of a JSON text whether it goes; told of them in the text's order. */
export class JsonMasker {
  readonly #reader: JsonReader;
  readonly #gate: TextGate;
  readonly #edits: Edits;
  readonly #scan: Scanners;
  readonly #depth: number;

  constructor(reader: JsonReader, edits: Edits, scan: Scanners, depth: number) {
    this.#reader = reader;
    this.#gate = new TextGate(reader.text);
    this.#edits = edits;
    this.#scan = scan;
    this.#depth = depth;
  }

  /** Whether something was met that may head a column of secrets. */
  hasHeading = false;

  /** A string value was read: the inside of its quotes lies from `start` to `end`. */
  onString(frame: Frame, start: number, end: number): void {
    const key = frame.isArray ? elementRule(frame) : ruleFor(frame, frame.key);
    frame.count += 1;
    if (end === start) return;
    if (frame.mayHead && !this.hasHeading) this.#noteHeading(start, end);
    if (key !== undefined) {
      const value = this.#lastString(start, end);
      const rule = isSaid(frame, value) ? undefined : ruleForText(key, value);
      if (rule !== undefined) {
        this.#edits.mask(start, end, rule);
        return;
      }
      if (isMask(value)) return;
    }
    if (frame.isArray ? frame.isNamed : frame.key.role !== "none") {
      this.#noteString(frame, start, end);
    }
    this.scanString(start, end);
  }

  /** A number was read. */
  onNumber(frame: Frame, start: number, end: number): void {
    const key = frame.isArray ? frame.container : ruleFor(frame, frame.key, isFact);
    frame.count += 1;
    if (key !== undefined) {
      const rule = ruleForNumber(key, this.#reader.text.slice(start, end));
      if (rule !== undefined) this.#edits.mask(start, end, rule, `"${maskOf(rule)}"`);
    } else if (frame.key.role === "value") noteValue(frame, start, end);
  }

  /** An object is complete: `{name, value}` in either order, and OAuth's `code`. */
  onObjectEnd(frame: Frame): void {
    const { text } = this.#reader;
    if (frame.isOAuth && frame.codeStart >= 0) {
      const code = text.slice(frame.codeStart, frame.codeEnd);
      if (isOpaque(code) && !isMask(code)) {
        this.#edits.mask(frame.codeStart, frame.codeEnd, "oauth_code");
      }
    }
    if (frame.names.length > 0 && frame.valueStart >= 0) this.#maskNamed(frame);
  }

  /** A string that no key decides on: text, or a URL, or JSON once more. */
  scanString(start: number, end: number): void {
    const { text, hasEscape } = this.#reader;
    if (!hasEscape && !this.#gate.mayMatter(start, end)) return;
    const value = this.#lastString(start, end);
    if (this.#depth >= MAX_DEPTH) {
      if (/[=:]/.test(value) && !isMask(value)) this.#edits.mask(start, end, "too_deep");
      return;
    }
    const inner = this.#edits.fork();
    const isJson = this.#scan.value(value, inner, this.#depth + 1);
    if (inner.isEmpty) return;
    if (!isJson && !this.#isSettled(inner.apply(value))) {
      this.#edits.mask(start, end, inner.firstRule, encodeInString(this.#settle(value)));
    } else if (hasEscape) {
      const placed = this.#edits.fork();
      placed.addDecoded(stringOrigin(text.slice(start, end)), inner, encodeInString);
      this.#edits.addAt(start, placed);
    } else this.#edits.addAt(start, inner);
  }

  #noteHeading(start: number, end: number): void {
    if (end - start > LONGEST_NAME) return;
    this.hasHeading = keyRule(this.#lastString(start, end)) !== undefined;
  }

  /** Remembers a string that other values of its object or array depend on. */
  #noteString(frame: Frame, start: number, end: number): void {
    const role = frame.isArray ? "name" : frame.key.role;
    if (role === "value" || role === "data") {
      noteValue(frame, start, end);
      return;
    }
    if (role === "code") {
      frame.codeStart = start;
      frame.codeEnd = end;
      return;
    }
    if (role === "oauth" || end - start > LONGEST_NAME) return;
    if (frame.isArray && frame.count % 2 === 0) return;
    const name = this.#lastString(start, end);
    if ((role === "type" && name !== "password") || !NAME.test(name)) return;
    if (frame.isArray) {
      frame.tupleName = keyRule(name);
      frame.tupleText = name;
    } else frame.names.push(name);
    if (role === "path") frame.isPathName = true;
  }

  #maskNamed(frame: Frame): void {
    if (frame.isPathName && frame.isDataValue) return;
    const name = frame.names.find((text) => keyRule(text) !== undefined);
    const key = name === undefined ? undefined : keyRule(name);
    if (name === undefined || key === undefined) return;
    const { text } = this.#reader;
    const { valueStart: start, valueEnd: end } = frame;
    const raw = text.slice(start, end);
    const isString = text.charAt(start - 1) === '"' && text.charAt(end) === '"';
    const rule = isString || raw.startsWith("[") ? ruleForText(key, raw) : ruleForNumber(key, raw);
    // `{"label": "API key", "value": "api_key"}` is a choice in a list.
    if (rule === undefined || isSameWords(raw, name)) return;
    this.#edits.mask(start, end, rule, isString ? maskOf(rule) : `"${maskOf(rule)}"`);
  }

  /** The text of the string that was read last. */
  #lastString(start: number, end: number): string {
    const reader = this.#reader;
    return reader.hasEscape ? reader.decoded : reader.text.slice(start, end);
  }

  #isSettled(value: string): boolean {
    const again = this.#edits.fork();
    this.#scan.value(value, again, this.#depth + 1);
    return again.isEmpty;
  }

  #settle(value: string): string {
    return settle(value, (text, edits) => this.#scan.value(text, edits, this.#depth + 1));
  }
}

/** The rule that an object or array hands down to its leaves, given where it stands. */
export function containerFor(parent: Frame): KeyRule | undefined {
  if (parent.isArray) return parent.container;
  const { key } = parent;
  const rule = ruleFor(parent, key);
  if (rule === undefined) return undefined;
  if (rule.word === "auth" || rule.word === "authn") return { ...rule, isGuarded: false };
  if (rule.isGuarded) return parent.container;
  return rule.word === "tokens" ? { ...rule, isGuarded: true } : rule;
}

/** Remembers where an object's `value` lies; with an end of -1 it has only begun. */
export function noteValue(frame: Frame, start: number, end: number): void {
  if (frame.isArray || (frame.key.role !== "value" && frame.key.role !== "data")) return;
  frame.valueStart = start;
  frame.valueEnd = end;
  frame.isDataValue = frame.key.role === "data";
}

/** `isBenign` decides below a credential's name: of numbers, `{"password": {"digits": 2}}` counts. */
function ruleFor(frame: Frame, key: KeyFacts, isBenign = isBenignLeaf): KeyRule | undefined {
  if (key.rule !== undefined) return key.rule;
  if (frame.container !== undefined && !isBenign(key.text) && !isFault(frame, key)) {
    return frame.container;
  }
  if (!key.closesPair || !frame.owner.opensPair) return undefined;
  return keyRule(`${frame.owner.text}.${key.text}`);
}

/** An element is secret in a container, and as the value of a `[name, value]` tuple. */
function elementRule(frame: Frame): KeyRule | undefined {
  if (frame.container !== undefined) return frame.container;
  if (frame.tupleName === undefined || frame.count % 2 === 0) return undefined;
  return frame.count === 1 || frame.owner.isHeaders ? frame.tupleName : undefined;
}

/** A text about the value, or the name once more: `["token", "Token"]` is a choice in a list. */
function isSaid(frame: Frame, value: string): boolean {
  if (isMessage(frame, value)) return true;
  return frame.isArray && frame.container === undefined && isSameWords(value, frame.tupleText);
}

/** `errors.password.code: "min"`. */
function isFault(frame: Frame, key: KeyFacts): boolean {
  return frame.isMessages && key.role === "code";
}
