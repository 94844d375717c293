import type { Edits } from "../Edits.js";
import { isOpaque } from "../keys/secretValue.js";
import { declareRules, isMask } from "../mask.js";
import type { Scanners } from "../Scanners.js";
import { scanBase64 } from "../text/scanBase64.js";
import { scanTokens } from "../text/scanTokens.js";
import { compactPayload, dataPayloadStart } from "./dataUrl.js";
import { scanPairs } from "./scanPairs.js";
import { scanWebhookPaths } from "./webhookPaths.js";

const SCHEME = /^(?:[a-z][a-z\d+.-]{0,30}:){1,4}/i;
const SCRIPT = /^(?:javascript|vbscript|about|mailto|sms|tel):/i;

declareRules(["userinfo", "data_url"]);

/** Masks what is secret in a text that is one URL, absolute or relative. */
export function scanUrl(url: string, edits: Edits, scan: Scanners, depth: number): void {
  const payload = dataPayloadStart(url);
  if (payload >= 0) {
    const compact = compactPayload(url.slice(payload));
    if (compact !== url.slice(payload)) edits.mask(payload, url.length, "data_url", compact);
    return;
  }
  if (SCRIPT.test(url) && !/[?#]/.test(url)) {
    scan.text(url, edits, depth);
    return;
  }
  const scheme = SCHEME.exec(url)?.[0].length ?? 0;
  const path = scanAuthority(url, scheme, edits);
  const hash = orEnd(url.indexOf("#", path), url.length);
  const query = orEnd(url.indexOf("?", path), hash);
  const pathEnd = Math.min(query, hash);
  scanPath(url, path, pathEnd, edits, scan, depth);
  const context = url.slice(path, pathEnd);
  if (query < hash) scanPart(url, query + 1, hash, edits, { scan, depth, context });
  if (hash < url.length) scanFragment(url, hash + 1, edits, { scan, depth, context });
}

function orEnd(index: number, end: number): number {
  return index < 0 || index > end ? end : index;
}

/** Masks user info (RFC 3986, 3.2.1) and gives the place where the path begins. */
function scanAuthority(url: string, start: number, edits: Edits): number {
  if (!/^[/\\]{2}/.test(url.slice(start, start + 2))) return start;
  const from = start + 2;
  const length = url.slice(from).search(/[/\\?#]/);
  const end = length < 0 ? url.length : from + length;
  const at = url.slice(from, end).lastIndexOf("@");
  if (at >= 0) scanUserInfo(url, from, from + at, edits);
  // jdbc:sqlserver://host:1433;user=a;password=x
  const semicolon = url.indexOf(";", from + at + 1);
  return orEnd(semicolon, end);
}

function scanUserInfo(url: string, start: number, end: number, edits: Edits): void {
  const info = url.slice(start, end);
  const found = /:|%3a/i.exec(info);
  const colon = found === null ? -1 : found.index + found[0].length - 1;
  if (colon >= 0 && !isMask(info)) {
    const password = info.slice(colon + 1);
    if (password !== "" && !isMask(password)) edits.mask(start + colon + 1, end, "userinfo");
    if (found !== null && found.index > 0) scanUserName(info.slice(0, found.index), start, edits);
  } else if (!isMask(info)) scanUserName(info, start, edits);
}

/** A name may stay; what looks like a token in its place may not. */
function scanUserName(name: string, start: number, edits: Edits): void {
  const inner = edits.fork();
  scanTokens(name, inner);
  const isToken = name.length >= 16 && isOpaque(name) && !name.includes("%40");
  if (isToken || !inner.isEmpty) edits.mask(start, start + name.length, "userinfo");
}

function scanPath(
  url: string,
  start: number,
  end: number,
  edits: Edits,
  scan: Scanners,
  depth: number,
): void {
  if (end - start < 8) return;
  const path = url.slice(start, end);
  const inner = edits.fork();
  scanWebhookPaths(path, inner);
  scanTokens(path, inner);
  scanBase64(path, { start: 0, end: path.length }, inner, { scan, depth });
  if (path.includes("=")) scanPathPairs(path, inner, scan, depth);
  edits.addAt(start, inner);
}

/** `;jsessionid=x` (RFC 3986, 3.3) and `/token=x/`. */
function scanPathPairs(path: string, edits: Edits, scan: Scanners, depth: number): void {
  let start = 0;
  for (const segment of path.split("/")) {
    if (segment.includes("=")) {
      const inner = edits.fork();
      scanPairs(segment, inner, { scan, depth, context: "" });
      edits.addAt(start, inner);
    }
    start += segment.length + 1;
  }
}

function scanPart(
  url: string,
  start: number,
  end: number,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number; readonly context: string },
): void {
  if (end <= start) return;
  const inner = edits.fork();
  scanPairs(url.slice(start, end), inner, options);
  edits.addAt(start, inner);
}

/** `#a=b&c=d`, `#/route?x=y`, `#/route/<token>`, `#!…`. */
function scanFragment(
  url: string,
  start: number,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number; readonly context: string },
): void {
  const query = url.indexOf("?", start);
  const isRoute = /^!?\//.test(url.slice(start, start + 2));
  const pathEnd = query >= 0 ? query : isRoute ? url.length : start;
  if (isRoute) scanPath(url, start, pathEnd, edits, options.scan, options.depth);
  else if (query > start) scanPart(url, start, query, edits, options);
  const rest = query >= 0 ? query + 1 : pathEnd;
  const inner = url.slice(rest).indexOf("#");
  scanPart(url, rest, inner < 0 ? url.length : rest + inner, edits, options);
  if (inner >= 0) scanPart(url, rest + inner + 1, url.length, edits, options);
}
