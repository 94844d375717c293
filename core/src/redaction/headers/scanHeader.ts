import type { Edits } from "../Edits.js";
import { keyRule } from "../keys/secretKey.js";
import { isAbsent, isOpaque } from "../keys/secretValue.js";
import { declareRules, isMask } from "../mask.js";
import type { Scanners } from "../Scanners.js";
import { scanTokens } from "../text/scanTokens.js";
import { BENIGN, BENIGN_PREFIX, CREDENTIALS, STRUCTURED, URLS } from "./headerNames.js";
import { scanCredentialHeader } from "./scanCredentialHeader.js";

declareRules(["header", "signature", "token", "subprotocol"]);

/** Masks what is secret in a header's value; several values may be joined by newlines. */
export function scanHeader(name: string, value: string, edits: Edits, scan: Scanners): void {
  const lower = name.trim().toLowerCase();
  if (lower === "sec-websocket-protocol") scanSubprotocols(value, edits);
  else if (STRUCTURED.has(lower)) {
    scanCredentialHeader(lower.replace(/^.*authorization$/, "authorization"), value, edits);
  } else scanPlain(lower, value, edits, scan);
}

function scanPlain(lower: string, value: string, edits: Edits, scan: Scanners): void {
  const isBenign = BENIGN.has(lower) || BENIGN_PREFIX.some((prefix) => lower.startsWith(prefix));
  const rule = isBenign ? undefined : ruleOfName(lower);
  eachLine(value, (line, start) => {
    const inner = edits.fork();
    if (rule !== undefined) maskWhole(line, rule, inner);
    else if (isBenign) scanTokens(line, inner);
    else if (URLS.has(lower)) scan.url(line, inner, 0);
    else scan.value(line, inner, 0);
    edits.addAt(start, inner);
  });
}

function ruleOfName(lower: string): string | undefined {
  const byWords = keyRule(lower)?.rule;
  if (byWords !== undefined) return byWords;
  if (CREDENTIALS.has(lower)) return "header";
  return lower.startsWith("x-ms-token-aad-") ? "token" : undefined;
}

/** An empty line costs no more than the step over it: a header may have nothing else. */
function eachLine(value: string, visit: (line: string, start: number) => void): void {
  let start = 0;
  while (start >= 0) {
    const found = value.indexOf("\n", start);
    const line = found < 0 ? value.slice(start) : value.slice(start, found);
    if (line !== "") visit(line, start);
    start = found < 0 ? -1 : found + 1;
  }
}

function maskWhole(line: string, rule: string, edits: Edits): void {
  const value = line.trim();
  if (value === "" || isMask(value) || isAbsent(value) || /^\?[01]$/.test(value)) return;
  const start = line.length - line.trimStart().length;
  edits.mask(start, start + value.length, rule);
}

/** RFC 6455 has names here; clients that cannot set headers smuggle tokens in among them. */
function scanSubprotocols(value: string, edits: Edits): void {
  let start = 0;
  let announced = false;
  for (const piece of value.split(/[,\n]/)) {
    const part = piece.trim();
    const lead = piece.length - piece.trimStart().length;
    const isToken =
      (part.length >= 16 && isOpaque(part) && !/^[a-z\d.-]{1,40}$/.test(part)) || hasToken(part);
    if ((announced || isToken) && part !== "" && !isMask(part)) {
      edits.mask(start + lead, start + lead + part.length, "subprotocol");
    }
    announced = /^(?:bearer|access[_-]?token|auth(?:orization)?|token|jwt|base64\.bearer)$/i.test(
      part,
    );
    start += piece.length + 1;
  }
}

function hasToken(part: string): boolean {
  return /^base64url\.bearer\.|[a-f\d]{32}/.test(part) || /^eyJ/.test(part);
}
