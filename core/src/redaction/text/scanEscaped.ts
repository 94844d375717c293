import type { Edits } from "../Edits.js";
import { encodeInString } from "../json/decodeString.js";
import { MAX_DEPTH } from "../Scanners.js";
import { IN_MARKUP, IN_STRINGS, undoEscapes } from "../undoEscapes.js";
import type { Within } from "./scanBase64.js";
import type { Range } from "./scanUrls.js";

/** What a string in a string writes for quotes and line ends. */
const IN_STRING = /\\(?:["'`nrt\\]|u00|x[0-7])/i;
/** What markup in markup writes for quotes and brackets. */
const IN_TEXT = /&(?:amp|quot|apos|lt|gt|#)/i;
/** What stands before a string in objects, lists, calls and statements, and not before an attribute's value. */
const OPENS_STRING = /(?:[:[,({+]\s*|=\s+)"$/;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Masks what shows itself only once the escapes of a text are undone: a table in a string, `&lt;key&gt;`. From
 * the outside in: a quote that nothing escapes parts what it is around from the rest, and one kind of escapes
 * at a time is undone, since a string in markup in a string means another thing each time.
 */
export function scanEscaped(text: string, edits: Edits, within: Within): void {
  if (within.depth >= MAX_DEPTH || !(IN_STRING.test(text) || IN_TEXT.test(text))) return;
  let start = 0;
  let slashes = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) {
      slashes += 1;
      continue;
    }
    if ((unit === QUOTE && slashes % 2 === 0) || at === text.length) {
      scanUnit(text, { start, end: at }, edits, within);
      start = at + 1;
    }
    slashes = 0;
  }
}

function scanUnit(text: string, { start, end }: Range, edits: Edits, within: Within): void {
  const unit = text.slice(start, end);
  const inString = unit.search(IN_STRING);
  const inText = unit.search(IN_TEXT);
  if (inString < 0 && inText < 0) return;
  // Where the place does not tell what is further out: that opens first.
  const isString =
    inText < 0 ||
    (inString >= 0 &&
      (inString < inText || OPENS_STRING.test(text.slice(Math.max(0, start - 4), start))));
  const plain = undoEscapes({ text: unit }, isString ? IN_STRINGS : IN_MARKUP);
  if (plain?.starts === undefined) return;
  const inner = edits.fork();
  within.scan.value(plain.text, inner, within.depth + 1);
  if (inner.isEmpty) return;
  const placed = edits.fork();
  placed.addDecoded(plain.starts, inner, isString ? encodeInString : encodeInMarkup);
  edits.addAt(start, placed);
}

function encodeInMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
