import type { Edits } from "../Edits.js";
import { isAbsent } from "../keys/secretValue.js";
import { isMask } from "../mask.js";

/** RFC 6265 and its revision, CHIPS, and what Chromium adds: attributes, not secrets. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  "path domain expires max-age secure httponly samesite priority partitioned sameparty version comment".split(
    " ",
  ),
);
/** A comma that begins another cookie: `fetch` joins Set-Cookie headers so. Not one in a date. */
const NEXT_COOKIE = /,(?=\s{0,4}[!#$%&'*+.^_`|~\w-]{1,128}=)/g;

/** Masks each value of a Cookie header; names stay, whatever they are. */
export function scanCookies(value: string, edits: Edits): void {
  let start = 0;
  for (const piece of value.split(/[;\n]/)) {
    maskValue(piece, start, edits);
    start += piece.length + 1;
  }
}

/** Masks each value of Set-Cookie headers, one a line or joined by commas; attributes stay. */
export function scanSetCookies(value: string, edits: Edits): void {
  let start = 0;
  for (const line of value.split("\n")) {
    let from = 0;
    for (const comma of [...line.matchAll(NEXT_COOKIE)].map((match) => match.index)) {
      scanSetCookie(line.slice(from, comma), start + from, edits);
      from = comma + 1;
    }
    scanSetCookie(line.slice(from), start + from, edits);
    start += line.length + 1;
  }
}

function scanSetCookie(cookie: string, offset: number, edits: Edits): void {
  let start = offset;
  for (const [index, piece] of cookie.split(";").entries()) {
    const name = piece.split("=", 1)[0]?.trim().toLowerCase() ?? "";
    if (index === 0 || !ATTRIBUTES.has(name)) maskValue(piece, start, edits);
    start += piece.length + 1;
  }
}

function maskValue(piece: string, offset: number, edits: Edits): void {
  const equals = piece.indexOf("=");
  const text = piece.trimEnd();
  const raw = text.slice(equals + 1);
  const value = raw.trimStart();
  if (value === "" || isMask(value) || isAbsent(value)) return;
  edits.mask(offset + text.length - value.length, offset + text.length, "cookie");
}
