import { decodeString } from "./decodeString.js";

const QUOTE = 34;
const BACKSLASH = 92;
/** Beyond any text, and still a small integer to the engine. */
const NEVER = 0x3fffffff;
/** What lies below the blank: control characters, which a JSON string may not hold. */
const CONTROL = /[^ -\uffff]/g;

/** Reads the lexemes of one JSON text (RFC 8259), strictly, each character a bounded number of times. */
export class JsonReader {
  readonly text: string;
  at = 0;
  /** Whether the last string read holds an escape, and then its decoded text. */
  hasEscape = false;
  decoded = "";
  #nextBackslash = -1;
  #nextControl = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Skips white space and gives the code of what comes next; NaN at the end. */
  peek(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code <= 32 && (code === 32 || code === 10 || code === 13 || code === 9)) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
    return code;
  }

  /** With `at` on the opening quote: gives the closing quote's place and steps behind it; -1 if bad. */
  readString(): number {
    const { text } = this;
    const start = this.at + 1;
    let end = text.indexOf('"', start);
    this.hasEscape = this.#backslashFrom(start) < end;
    if (this.hasEscape) end = this.#closingQuote(start, end);
    if (end < 0 || this.#controlFrom(start) < end) return -1;
    if (this.hasEscape) {
      const decoded = decodeString(text.slice(start, end));
      if (decoded === undefined) return -1;
      this.decoded = decoded;
    }
    this.at = end + 1;
    return end;
  }

  /** With `at` on the opening quote: steps behind the string if it is this text, written plainly. */
  readExactly(text: string): boolean {
    const start = this.at + 1;
    const end = start + text.length;
    if (this.text.charCodeAt(end) !== QUOTE || !this.text.startsWith(text, start)) return false;
    this.at = end + 1;
    return true;
  }

  /** With `at` on `-` or a digit: steps behind the number; false if it is none. */
  readNumber(): boolean {
    const { text } = this;
    let at = this.at;
    if (text.charCodeAt(at) === 45) at += 1;
    const whole = digitsEnd(text, at);
    if (whole === at || (text.charCodeAt(at) === 48 && whole > at + 1)) return false;
    at = whole;
    if (text.charCodeAt(at) === 46) {
      const fraction = digitsEnd(text, at + 1);
      if (fraction === at + 1) return false;
      at = fraction;
    }
    if ((text.charCodeAt(at) | 32) === 101) {
      const sign = text.charCodeAt(at + 1);
      const from = sign === 43 || sign === 45 ? at + 2 : at + 1;
      const exponent = digitsEnd(text, from);
      if (exponent === from) return false;
      at = exponent;
    }
    this.at = at;
    return true;
  }

  /** Steps behind `true`, `false` or `null`; false if none stands here. */
  readWord(): boolean {
    for (const word of ["true", "false", "null"]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return true;
      }
    }
    return false;
  }

  #closingQuote(start: number, first: number): number {
    let end = first;
    while (end >= 0) {
      let slashes = 0;
      while (end - slashes > start && this.text.charCodeAt(end - slashes - 1) === BACKSLASH)
        slashes += 1;
      if (slashes % 2 === 0) return end;
      end = this.text.indexOf('"', end + 1);
    }
    return -1;
  }

  #backslashFrom(start: number): number {
    if (this.#nextBackslash < start) this.#nextBackslash = orNever(this.text.indexOf("\\", start));
    return this.#nextBackslash;
  }

  #controlFrom(start: number): number {
    if (this.#nextControl < start) {
      CONTROL.lastIndex = start;
      this.#nextControl = CONTROL.test(this.text) ? CONTROL.lastIndex - 1 : NEVER;
    }
    return this.#nextControl;
  }
}

function orNever(index: number): number {
  return index < 0 ? NEVER : index;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
  return at;
}
