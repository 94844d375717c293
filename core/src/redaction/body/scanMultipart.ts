import type { Edits } from "../Edits.js";
import { scanHeader } from "../headers/scanHeader.js";
import { keyRule } from "../keys/secretKey.js";
import { ruleForText } from "../keys/secretValue.js";
import { declareRules } from "../mask.js";
import type { Scanners } from "../Scanners.js";
import { compactPayload } from "../url/dataUrl.js";
import { partName } from "./partName.js";

const FILE = /;\s{0,8}filename\*?=/i;
const JSON_TYPE = /^content-type:[^\r\n]{0,100}[/+]json/im;
const MOST_PARTS = 10_000;

declareRules(["file", "unparsed_json"]);

/** Masks fields of a multipart body (RFC 7578), and puts each file's size in its place; false if it is none. */
export function scanMultipart(
  text: string,
  contentType: string,
  edits: Edits,
  scan: Scanners,
): boolean {
  const delimiter = readDelimiter(text, contentType);
  if (delimiter === undefined) return false;
  let at = text.indexOf(delimiter);
  if (at < 0) return false;
  for (let parts = 0; parts < MOST_PARTS && at >= 0; parts += 1) {
    const start = at + delimiter.length;
    if (text.startsWith("--", start)) return true;
    const next = text.indexOf(`\n${delimiter}`, start);
    const end = next < 0 ? text.length : next;
    scanPart(text, start, text.charAt(end - 1) === "\r" && next >= 0 ? end - 1 : end, edits, scan);
    at = next < 0 ? -1 : next + 1;
  }
  return at < 0;
}

function readDelimiter(text: string, contentType: string): string | undefined {
  const given = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType);
  const boundary = given?.[1] ?? given?.[2];
  if (boundary !== undefined) return `--${boundary}`;
  return /^\s{0,8}(--[^\s]{1,200})\r?\n/.exec(text.slice(0, 256))?.[1];
}

function scanPart(text: string, start: number, end: number, edits: Edits, scan: Scanners): void {
  const part = text.slice(start, end);
  const blank = /\r?\n\r?\n/.exec(part);
  const headersEnd = blank?.index ?? part.length;
  const headers = part.slice(0, headersEnd);
  const bodyStart = blank === null ? part.length : blank.index + blank[0].length;
  scanPartHeaders(headers, start, edits, scan);
  if (bodyStart >= part.length) return;
  const inner = edits.fork();
  scanPartBody(part.slice(bodyStart), headers, inner, scan);
  edits.addAt(start + bodyStart, inner);
}

function scanPartBody(body: string, headers: string, edits: Edits, scan: Scanners): void {
  if (FILE.test(headers)) {
    const compact = compactPayload(body);
    if (compact !== body) edits.mask(0, body.length, "file", compact);
    return;
  }
  const rule = ruleForText(keyRule(partName(headers) ?? ""), body);
  if (rule !== undefined) edits.mask(0, body.length, rule);
  else if (!JSON_TYPE.test(headers)) scan.value(body, edits, 1);
  else if (!scanWhole(body, edits, scan)) edits.mask(0, body.length, "unparsed_json");
}

function scanWhole(body: string, edits: Edits, scan: Scanners): boolean {
  const inner = edits.fork();
  if (!scan.json(body, inner, 1)) return body === "[redacted:unparsed_json]";
  edits.addAt(0, inner);
  return true;
}

function scanPartHeaders(headers: string, offset: number, edits: Edits, scan: Scanners): void {
  let start = 0;
  for (const line of headers.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      const inner = edits.fork();
      scanHeader(line.slice(0, colon), line.slice(colon + 1).replace(/\r$/, ""), inner, scan);
      edits.addAt(offset + start + colon + 1, inner);
    }
    start += line.length + 1;
  }
}
