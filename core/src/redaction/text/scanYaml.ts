import type { Edits } from "../Edits.js";
import { isKeyName } from "../keys/isKeyName.js";
import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { isNothing, ruleForNumber, ruleForText } from "../keys/secretValue.js";
import { isProseWord } from "./isProseWord.js";

/** A key that ends its line, or has a block's sign behind it: `password: |`, `- "tokens": # all`. */
const HEADER =
  /^([ \t]*(?:- +)*)(["']?)([^\s:#"'{}[\]][^:"'\n]{0,79})\2[ \t]*:[ \t]*(?:[!&][^\s]{0,40}[ \t]+)*([|>][-+\d]{0,2})?[ \t]*(?:#.*)?$/;
const LONGEST_HEADER = 240;
/** An element that a block of YAML lies in ends with it. */
const CLOSE = /(?:<\/[A-Za-z][\w:-]{0,40}>\s{0,8}){1,8}$/;
const LONGEST_CLOSE = 400;
const TAG = /<[^<>]{1,400}>/g;
const ITEM = /^[ \t]*- +/;
/** A scalar and no mapping, reference, flow collection, element or sentence. */
const SCALAR = /^(?:"[^"]*"|'[^']*'|[^\s"'<{[*&$#:|>\\-][^\s]*)$/;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly indent: number;
}

/** Masks what YAML writes in the lines below a credential's key: block scalars, lists, a scalar. */
export function scanYaml(text: string, edits: Edits): void {
  let line: Line | undefined = lineAt(text, 0);
  while (line !== undefined) {
    const header = line.text.length > LONGEST_HEADER ? null : HEADER.exec(behindTags(line.text));
    const key = header === null ? undefined : keyRule(header[3] ?? "");
    const below: Line | undefined = nextLine(text, line);
    if (header === null || key === undefined || below === undefined) line = below;
    else {
      const owner = { key, indent: (header[1] ?? "").length };
      line =
        header[4] === undefined
          ? scanItems(text, owner, below, edits)
          : scanBlock(text, owner, below, edits);
    }
  }
}

interface Owner {
  readonly key: KeyRule;
  readonly indent: number;
}

/** All lines that are indented deeper are one value. */
function scanBlock(text: string, owner: Owner, first: Line, edits: Edits): Line | undefined {
  let start = -1;
  let end = -1;
  let line: Line | undefined = first;
  while (line !== undefined && (line.text.trim() === "" || line.indent > owner.indent)) {
    if (line.text.trim() !== "") {
      if (start < 0) start = line.start + line.indent;
      end = line.start + beforeEnd(line.text).length;
    }
    line = nextLine(text, line);
  }
  const rule = start < 0 ? undefined : ruleForText(owner.key, text.slice(start, end));
  if (rule !== undefined) edits.mask(start, end, rule);
  return line;
}

/** The items of a list, or one scalar that stands by itself. */
function scanItems(text: string, owner: Owner, first: Line, edits: Edits): Line | undefined {
  let line: Line | undefined = first;
  let dash = ITEM.exec(first.text);
  if (dash === null) {
    const below = nextLine(text, first);
    const isAlone =
      first.indent > owner.indent && (below === undefined || below.indent <= owner.indent);
    if (isAlone && /^["']|\d/.test(first.text.trim()))
      maskScalar(first, first.indent, owner.key, edits);
    return first;
  }
  while (line !== undefined && dash !== null && line.indent >= owner.indent) {
    maskScalar(line, dash[0].length, owner.key, edits);
    line = nextLine(text, line);
    dash = line === undefined ? null : ITEM.exec(line.text);
  }
  return line;
}

function maskScalar(line: Line, from: number, key: KeyRule, edits: Edits): void {
  const whole = beforeEnd(line.text.slice(from));
  const comment = whole.search(/[ \t]#/);
  const raw = comment < 0 ? whole : whole.slice(0, comment).trimEnd();
  if (!SCALAR.test(raw) || raw.endsWith(":")) return;
  const isQuoted = /^["']/.test(raw);
  const value = isQuoted ? raw.slice(1, -1) : raw;
  // A list of names of secrets holds none.
  if (isNothing(value) || isProseWord(value) || isKeyName(value)) return;
  const isGuarded = key.isGuarded || key.word === "tokens";
  const rule = /^\d+$/.test(value)
    ? ruleForNumber(key, value)
    : ruleForText({ ...key, isGuarded }, value);
  const start = line.start + from + (isQuoted ? 1 : 0);
  if (rule !== undefined) edits.mask(start, start + value.length, rule);
}

/** `<div class="a">password: |`: YAML begins behind the tag. */
function behindTags(line: string): string {
  if (!line.includes("<")) return line;
  let from = 0;
  for (const { 0: tag, index } of line.matchAll(TAG)) from = index + tag.length;
  return line.slice(from);
}

/** Without what ends an element, and blanks before it. */
function beforeEnd(line: string): string {
  const text = line.trimEnd();
  if (!text.endsWith(">")) return text;
  const close = CLOSE.exec(text.slice(-LONGEST_CLOSE));
  return close === null ? text : text.slice(0, -close[0].length).trimEnd();
}

function lineAt(text: string, start: number): Line {
  const found = text.indexOf("\n", start);
  const end = found < 0 ? text.length : found;
  const line = text.slice(start, end).replace(/\r$/, "");
  return { start, end, text: line, indent: line.length - line.trimStart().length };
}

function nextLine(text: string, { end }: Line): Line | undefined {
  return end < text.length ? lineAt(text, end + 1) : undefined;
}
