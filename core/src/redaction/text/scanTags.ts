import type { Edits } from "../Edits.js";
import { isSecretField } from "../fields/isSecretField.js";
import { keyRule } from "../keys/secretKey.js";
import { ruleForText } from "../keys/secretValue.js";
import { declareRules } from "../mask.js";
import { elementContent } from "./elementContent.js";
import { TagPairs } from "./TagPairs.js";

interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const TAG = /<([A-Za-z_\u0080-\uffff][\w.:\u0080-\uffff-]{0,80})/y;
const ATTRIBUTE =
  /[\s/]{0,200}([^\s=>/"'<]{1,80})\s{0,20}(?:=\s{0,20}(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s"'=<>`\\][^\s"'=<>`]{0,3999})))?/y;
const MOST_ATTRIBUTES = 64;
const NAMES = "name key id property http-equiv field label itemprop".split(" ");
const VALUES = "value content val data".split(" ");

declareRules(["field", "password"]);

/** Masks field values in HTML, and elements and name/value attributes in XML. */
export function scanTags(text: string, edits: Edits): void {
  const pairs = new TagPairs(text, edits);
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text)?.[1];
    if (tag === undefined) {
      if (text.charAt(at + 1) === "/") pairs.onClose(at);
      continue;
    }
    const { attributes, end } = readAttributes(text, TAG.lastIndex);
    maskAttributes(text, tag, attributes, edits);
    const inside = insideAttribute(text, attributes);
    if (inside !== undefined) {
      at = inside - 1;
      continue;
    }
    at = Math.max(at, end - 1);
    if (text.charAt(end) !== ">" || text.charAt(end - 1) === "/") continue;
    // Not looked at twice: each of many open elements would search for its end again.
    const local = tag.slice(tag.lastIndexOf(":") + 1);
    const element = { local, attributes, from: end + 1 };
    at = Math.max(at, maskContent(text, element, { edits, pairs }) - 1);
  }
}

/** `data-a="<input name="`: markup in an attribute whose escapes were undone; where its tag begins. */
function insideAttribute(text: string, attributes: readonly Attribute[]): number | undefined {
  for (const { start, end } of attributes) {
    if (end - start < 4) continue;
    const value = text.slice(start, end);
    const tag = /[=>]/.test(value) ? value.search(/<[A-Za-z]/) : -1;
    if (tag >= 0) return start + tag;
  }
  return undefined;
}

function readAttributes(text: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  let end = from;
  while (attributes.length < MOST_ATTRIBUTES) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    const value = match[2] ?? match[3] ?? match[4] ?? "";
    end = ATTRIBUTE.lastIndex;
    const close = match[4] === undefined && value !== "" ? end - 1 : end;
    attributes.push({
      name: (match[1] ?? "").toLowerCase(),
      start: close - value.length,
      end: close,
    });
  }
  const space = /\s{0,200}\/?/y;
  space.lastIndex = end;
  space.test(text);
  return { attributes, end: Math.max(end, space.lastIndex) };
}

function maskAttributes(
  text: string,
  tag: string,
  attributes: readonly Attribute[],
  edits: Edits,
): void {
  const value = attributes.find(({ name }) => VALUES.includes(name));
  if (value === undefined) return;
  const raw = text.slice(value.start, value.end);
  const rule = ruleOfTag(text, tag, attributes);
  const masked = rule === undefined ? undefined : ruleForText({ ...LITERAL, rule }, raw);
  if (masked !== undefined) edits.mask(value.start, value.end, masked);
}

const LITERAL = { word: "", isGuarded: false, isPlural: false };

function ruleOfTag(
  text: string,
  tag: string,
  attributes: readonly Attribute[],
): string | undefined {
  const read = (name: string): string | undefined => {
    const found = attributes.find((attribute) => attribute.name === name);
    return found === undefined ? undefined : text.slice(found.start, found.end);
  };
  if (/^(?:input|textarea|select)$/i.test(tag)) {
    const field = { type: read("type"), name: read("name"), id: read("id") };
    const more = { autocomplete: read("autocomplete"), label: read("aria-label") };
    return isSecretField({ ...field, ...more }) ? "password" : undefined;
  }
  if (/^(?:button|option|li|a|label)$/i.test(tag)) return undefined;
  for (const name of NAMES) {
    const rule = keyRule(read(name) ?? "");
    if (rule !== undefined) return rule.rule;
  }
  return undefined;
}

/** `<password>x</password>`, `<w:Token><![CDATA[x]]></w:Token>`, `<entry key="token">x</entry>`. */
function maskContent(
  text: string,
  element: {
    readonly local: string;
    readonly attributes: readonly Attribute[];
    readonly from: number;
  },
  { edits, pairs }: { readonly edits: Edits; readonly pairs: TagPairs },
): number {
  const { local, attributes, from } = element;
  const isInput = /^(?:textarea|entry|property|string|param|field|item|add|setting|data)$/i.test(
    local,
  );
  const rule = isInput ? ruleOfTag(text, local, attributes) : keyRule(local)?.rule;
  if (rule === undefined) return pairs.onOpen(local, from);
  const content = elementContent(text, from);
  if (content === undefined) {
    pairs.onOwner({ ...LITERAL, rule }, local);
    return from;
  }
  const masked = ruleForText({ ...LITERAL, rule }, text.slice(content.start, content.end));
  if (masked !== undefined) edits.mask(content.start, content.end, masked);
  return content.next;
}
