import type { Edits } from "../Edits.js";
import { scanHeader } from "../headers/scanHeader.js";
import { keyRule } from "../keys/secretKey.js";
import { ruleForText } from "../keys/secretValue.js";
import { declareRules } from "../mask.js";
import type { Scanners } from "../Scanners.js";
import { compactPayload } from "../url/dataUrl.js";
import { type MultipartPart, multipartParts } from "./multipartParts.js";
import { partName } from "./partName.js";

const JSON_TYPE = /^content-type:[^\r\n]{0,100}[/+]json/im;

declareRules(["file", "unparsed_json"]);

/** Masks fields of a multipart body (RFC 7578), and puts each file's size in its place; false if it is none. */
export function scanMultipart(
  text: string,
  contentType: string,
  edits: Edits,
  scan: Scanners,
): boolean {
  const parts = multipartParts(text, contentType);
  if (!parts) return false;
  for (const part of parts) {
    scanPartHeaders(part.headers, part.headersStart, edits, scan);
    if (part.body === "") continue;
    const inner = edits.fork();
    scanPartBody(part, inner, scan);
    edits.addAt(part.bodyStart, inner);
  }
  return true;
}

function scanPartBody(
  { body, headers, isFile }: MultipartPart,
  edits: Edits,
  scan: Scanners,
): void {
  if (isFile) {
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
