/** A decoded text, and for each of its UTF-16 units where its encoded form begins. */
export interface Decoded {
  readonly text: string;
  /** At least one longer than `text`: the entry behind its last is the encoded length. */
  readonly origin: ArrayLike<number>;
}

/**
 * Undoes percent encoding once, and `+` for a blank when asked. Never throws: bytes that are no
 * UTF-8 become Latin-1 characters, so that keys in older encodings can still be looked up.
 */
export function decodePercent(text: string, plusIsBlank: boolean): Decoded {
  const origin = new Uint32Array(text.length + 1);
  let decoded = "";
  let at = 0;
  while (at < text.length) {
    const byte = byteAt(text, at);
    const length = byte < 0 ? 1 : sequenceLength(text, at, byte);
    const unit =
      byte < 0
        ? plain(text.charAt(at), plusIsBlank)
        : length === 1
          ? String.fromCharCode(byte)
          : decodeSequence(text, at, length);
    for (let index = 0; index < unit.length; index += 1) origin[decoded.length + index] = at;
    decoded += unit;
    at += byte < 0 ? 1 : length * 3;
  }
  origin[decoded.length] = text.length;
  return { text: decoded, origin };
}

function plain(unit: string, plusIsBlank: boolean): string {
  return plusIsBlank && unit === "+" ? " " : unit;
}

function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 37) return -1;
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** How many percent-encoded bytes make the character at `at`; 1 when they are not UTF-8. */
function sequenceLength(text: string, at: number, first: number): number {
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  if (first > 0xf4) return 1;
  for (let index = 1; index < length; index += 1) {
    if ((byteAt(text, at + index * 3) & 0xc0) !== 0x80) return 1;
  }
  return length;
}

function decodeSequence(text: string, at: number, length: number): string {
  let code = byteAt(text, at) & (0xff >> (length + 1));
  for (let index = 1; index < length; index += 1) {
    code = code * 64 + (byteAt(text, at + index * 3) & 0x3f);
  }
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
