import type { Edits } from "../Edits.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";

/** How base64 of a JSON object or array begins: `{"`, `{ `, `{` and a line end, `[{`, `["`. In either alphabet. */
const START = /^(?:eyJ|eyA|ewo|ew0|W3s|WyJ)/;
const WHOLE = /^[A-Za-z0-9+/_-]+={0,2}$/;
const SHORTEST = 16;
/** Longer ones are files, and decoding them would cost more than all else. */
const LONGEST = 65_536;

/** Whether a whole text may be base64 (RFC 4648) of JSON. */
export function isBase64Json(text: string): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST && START.test(text) && WHOLE.test(text);
}

/** Masks such a text as a whole when the JSON in it holds a secret. */
export function scanBase64(text: string, edits: Edits, scan: Scanners, depth: number): void {
  if (depth >= MAX_DEPTH) return;
  const json = decode(text);
  if (json === undefined) return;
  const inner = edits.fork();
  if (scan.json(json, inner, depth + 1) && !inner.isEmpty)
    edits.mask(0, text.length, inner.firstRule);
}

/** Its bytes, one a unit: enough to find names and values. */
function decode(text: string): string | undefined {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
}
