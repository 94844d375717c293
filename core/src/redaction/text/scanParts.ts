import { partName } from "../body/partName.js";
import type { Edits } from "../Edits.js";
import { keyRule } from "../keys/secretKey.js";
import { ruleForText } from "../keys/secretValue.js";

const PART = /content-disposition:[ \t]{0,8}form-data;/gi;
const END = /\r?\n--/g;
const LONGEST_HEADERS = 2000;
/** The blank line behind the headers; the first of them may have lost its line's end. */
const BLANK = /\r?\n[ \t]*\r?\n/;

/** Masks fields of a multipart body (RFC 7578) that a text repeats, with or without its boundaries. */
export function scanParts(text: string, edits: Edits): void {
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const from = match.index;
    const head = text.slice(from, from + LONGEST_HEADERS);
    const blank = BLANK.exec(head);
    const headers =
      blank === null ? (/^[^\r\n]*/.exec(head)?.[0] ?? "") : head.slice(0, blank.index);
    const name = partName(headers);
    const key = name === undefined ? undefined : keyRule(name);
    if (key === undefined) continue;
    const value =
      blank === null
        ? valueInLine(headers, from)
        : valueBelow(text, from + blank.index + blank[0].length);
    const rule = ruleForText(key, text.slice(value.start, value.end));
    if (rule !== undefined) edits.mask(value.start, value.end, rule);
    PART.lastIndex = Math.max(PART.lastIndex, value.end);
  }
}

function valueBelow(text: string, start: number): { readonly start: number; readonly end: number } {
  // An empty value: the delimiter's own line end was the second of the blank line.
  if (text.startsWith("--", start)) return { start, end: start };
  END.lastIndex = start;
  const end = END.exec(text)?.index ?? text.length;
  return {
    start,
    end: end - (/\r?\n$/.exec(text.slice(Math.max(start, end - 2), end))?.[0].length ?? 0),
  };
}

/** Where white space was collapsed, as in a page's text: `…; name="password" VALUE --boundary`. */
function valueInLine(line: string, from: number): { readonly start: number; readonly end: number } {
  const lead = /^[^"]*"[^"]*"(?:[^"\s]*"[^"]*")*[ \t]+/.exec(line)?.[0].length ?? line.length;
  const end = line.indexOf(" --", lead);
  return { start: from + lead, end: from + (end < 0 ? lead : end) };
}
