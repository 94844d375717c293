import type { Edits } from "../Edits.js";
import type { Scanners } from "../Scanners.js";
import { compactPayload, dataPayloadStart } from "../url/dataUrl.js";

const LONGEST_SCHEME = 32;
const ENDS = /[\s"<>`\\^{|}\u201c\u201d]/g;
/** `:10:5` behind a URL is a place in a script. */
const POSITION = /:\d{1,8}:\d{1,8}$/;
const PAYLOAD = /[^\s"'<>`)\\]*/y;

/** Where URLs lie in a text, found by `://` and `data:`. */
export function scanUrls(text: string, edits: Edits, scan: Scanners, depth: number): Range[] {
  const ranges = findUrls(text);
  for (const { start, end } of ranges) {
    const inner = edits.fork();
    scan.url(text.slice(start, end), inner, depth);
    edits.addAt(start, inner);
  }
  scanDataUrls(text, edits);
  return ranges;
}

/** A stretch of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

function findUrls(text: string): Range[] {
  const ranges: Range[] = [];
  let floor = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(floor, at + 3))) {
    if (at < floor) continue;
    let start = at;
    const limit = Math.max(floor, at - LONGEST_SCHEME);
    while (start > limit && /[a-z\d+.:-]/i.test(text.charAt(start - 1))) start -= 1;
    while (start < at && !/[a-z]/i.test(text.charAt(start))) start += 1;
    const end = endOfUrl(text, at + 3);
    floor = end;
    if (start < at) ranges.push({ start, end });
  }
  return ranges;
}

function endOfUrl(text: string, from: number): number {
  ENDS.lastIndex = from;
  const stop = ENDS.exec(text)?.index ?? text.length;
  let end = stop;
  // `)` and `'` are legal in URLs, and more often end a link in prose or code.
  const quote = /[)'](?![\w%=&-])/.exec(text.slice(from, stop));
  if (quote !== null) end = from + quote.index;
  const place = POSITION.exec(text.slice(Math.max(from, end - 20), end));
  if (place !== null) end -= place[0].length;
  while (end > from && /[.,;!?:]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function scanDataUrls(text: string, edits: Edits): void {
  for (let at = text.search(/data:/i); at >= 0; ) {
    const payload = dataPayloadStart(text.slice(at, at + 480));
    const isWord = at > 0 && /\w/.test(text.charAt(at - 1));
    let next = at + 5;
    if (payload > 5 && !isWord) {
      PAYLOAD.lastIndex = at + payload;
      PAYLOAD.test(text);
      next = Math.max(next, PAYLOAD.lastIndex);
      maskPayload(text, at + payload, next, edits);
    }
    const found = text.slice(next).search(/data:/i);
    at = found < 0 ? -1 : next + found;
  }
}

function maskPayload(text: string, start: number, end: number, edits: Edits): void {
  const payload = text.slice(start, end);
  // Our own writing holds a blank: `[12 chars]` ends a run early.
  if (payload === "" || /^\[\d{1,12}$/.test(payload)) return;
  edits.mask(start, end, "data_url", compactPayload(payload));
}
