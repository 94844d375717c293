import { LONG_RUN } from "./runs.js";

const KEY_START = /^[\w.%+[\]-]{1,45}=/;
/** How many units show a form's first key. */
const LONGEST_KEY = 64;
const FOREIGN = 255;
const EQUALS = 61;
const sextets = new Uint8Array(0x10000).fill(FOREIGN);
for (const [index, unit] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries()) {
  sextets[unit.charCodeAt(0)] = index;
}
sextets[45] = 62;
sextets[95] = 63;

/** Whether base64 that begins at `low` can hold JSON or a form (RFC 4648, either alphabet); looks at its start alone. */
export function mayCarry(text: string, low: number, high: number): boolean {
  if (high - low < LONG_RUN) return false;
  const bytes = bytesAt(text, low);
  const first = bytes >> 16;
  const second = (bytes >> 8) & 255;
  if (first === 123) return second === 34 || isSpace(second);
  if (first === 91) return second === 34 || second === 91 || second === 123 || isSpace(second);
  return carriesKey(text, low, Math.min(high, low + LONGEST_KEY));
}

/** Byte by byte, and most runs are left at the first: this is asked of every UUID. */
function carriesKey(text: string, low: number, high: number): boolean {
  for (let at = low; at + 4 <= high; at += 4) {
    const bytes = bytesAt(text, at);
    for (let shift = 16; shift >= 0; shift -= 8) {
      const byte = (bytes >> shift) & 255;
      if (byte === EQUALS) return at > low || shift < 16;
      if (!isKeyByte(byte)) return false;
    }
  }
  return false;
}

/** Whether a text begins like a form: with a key. */
export function isFormStart(text: string): boolean {
  return KEY_START.test(text);
}

/** What base64 of either alphabet holds; one that was cut off as far as it goes, undefined for other signs. */
export function decodeBase64(base64: string): string | undefined {
  const whole = base64.length % 4 === 1 ? base64.slice(0, -1) : base64;
  try {
    const bytes = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
  } catch {
    // A run of other signs: no base64, and nothing in it.
    return undefined;
  }
}

/** The first three bytes; 0 where they are none. */
function bytesAt(text: string, low: number): number {
  let bytes = 0;
  for (let at = low; at < low + 4; at += 1) {
    const sextet = sextets[text.charCodeAt(at)] ?? FOREIGN;
    if (sextet === FOREIGN) return 0;
    bytes = bytes * 64 + sextet;
  }
  return bytes;
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** Letters, digits and `%+-.[]_`. */
function isKeyByte(byte: number): boolean {
  const letter = byte | 32;
  if ((letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57)) return true;
  return (
    byte === 95 ||
    byte === 37 ||
    byte === 43 ||
    byte === 45 ||
    byte === 46 ||
    byte === 91 ||
    byte === 93
  );
}
