import type { Edits } from "../Edits.js";
import type { Scanners } from "../Scanners.js";
import { Frame } from "./Frame.js";
import { containerFor, JsonMasker, noteValue } from "./JsonMasker.js";
import { JsonReader } from "./JsonReader.js";
import { keyFacts, NO_KEY } from "./KeyFacts.js";
import { scanTables } from "./scanTables.js";

/** Deeper nesting than any real document has; the text is then treated as no JSON. */
const DEEPEST = 10_000;
/** Shorter keys hold no token and no URL with one. */
const SHORTEST_SCANNED_KEY = 16;

/** Masks what is secret in a JSON text, byte-exact elsewhere; false when it is no JSON. */
export function scanJson(text: string, edits: Edits, scan: Scanners, depth: number): boolean {
  const reader = new JsonReader(text);
  const masker = new JsonMasker(reader, edits, scan, depth);
  if (!new JsonScan(reader, masker).run()) return false;
  if (masker.hasHeading) scanTables(text, edits);
  return true;
}

/** Walks the grammar (RFC 8259) and tells the masker what it meets. */
class JsonScan {
  readonly #reader: JsonReader;
  readonly #masker: JsonMasker;
  readonly #frames: Frame[] = [new Frame()];
  #level = 0;
  #frame: Frame;

  constructor(reader: JsonReader, masker: JsonMasker) {
    this.#reader = reader;
    this.#masker = masker;
    this.#frame = this.#frames[0] ?? new Frame();
  }

  /** One value, or several a line each (NDJSON). Without recursion: depth costs heap, not stack. */
  run(): boolean {
    const reader = this.#reader;
    if (Number.isNaN(reader.peek())) return false;
    for (;;) {
      const opened = this.#readValue(reader.peek());
      if (opened === undefined) return false;
      if (opened) continue;
      let next = reader.peek();
      while (this.#level > 0 && next === (this.#frame.isArray ? 93 : 125)) {
        this.#close();
        next = reader.peek();
      }
      if (this.#level === 0) {
        if (reader.at >= reader.text.length) return true;
        if (!endsLine(reader.text, reader.at)) return false;
      } else if (next !== 44 || !this.#afterComma()) return false;
    }
  }

  /** True when an object or array was opened and has a first value; undefined on bad grammar. */
  #readValue(code: number): boolean | undefined {
    const reader = this.#reader;
    const start = reader.at;
    if (code === 34) {
      const end = reader.readString();
      if (end < 0) return undefined;
      this.#masker.onString(this.#frame, start + 1, end);
      return false;
    }
    if (code === 123 || code === 91) return this.#open(code === 91);
    if (code === 45 || (code >= 48 && code <= 57)) {
      if (!reader.readNumber()) return undefined;
      this.#masker.onNumber(this.#frame, start, reader.at);
      return false;
    }
    if (!reader.readWord()) return undefined;
    this.#frame.count += 1;
    return false;
  }

  #open(isArray: boolean): boolean | undefined {
    if (this.#level >= DEEPEST) return undefined;
    const reader = this.#reader;
    const parent = this.#frame;
    noteValue(parent, reader.at, -1);
    this.#level += 1;
    let frame = this.#frames[this.#level];
    if (frame === undefined) {
      frame = new Frame();
      this.#frames.push(frame);
    }
    frame.open(isArray, parent, containerFor(parent));
    this.#frame = frame;
    reader.at += 1;
    if (reader.peek() === (isArray ? 93 : 125)) return false;
    return isArray || this.#readKey() ? true : undefined;
  }

  #close(): void {
    const frame = this.#frame;
    this.#reader.at += 1;
    if (!frame.isArray) this.#masker.onObjectEnd(frame);
    this.#level -= 1;
    const parent = this.#frames[this.#level];
    if (parent === undefined) return;
    this.#frame = parent;
    parent.count += 1;
    if (parent.valueEnd !== -1) return;
    // An array may be the value of a name; in an object its own keys decide.
    if (frame.isArray) parent.valueEnd = this.#reader.at;
    else parent.valueStart = -1;
  }

  #afterComma(): boolean {
    this.#reader.at += 1;
    const next = this.#reader.peek();
    return this.#frame.isArray ? next !== 93 : this.#readKey();
  }

  #readKey(): boolean {
    const reader = this.#reader;
    if (reader.peek() !== 34) return false;
    const frame = this.#frame;
    const guess = frame.key === NO_KEY ? frame.owner.first : frame.key.following;
    const isGuessed = guess !== undefined && reader.readExactly(guess.text);
    if (isGuessed) frame.key = guess;
    else if (!this.#readNewKey(frame)) return false;
    if (frame.key.role === "oauth") frame.isOAuth = true;
    if (reader.peek() !== 58) return false;
    reader.at += 1;
    return true;
  }

  #readNewKey(frame: Frame): boolean {
    const reader = this.#reader;
    const start = reader.at + 1;
    const end = reader.readString();
    if (end < 0) return false;
    const key = keyFacts(reader.hasEscape ? reader.decoded : reader.text.slice(start, end));
    if (end - start >= SHORTEST_SCANNED_KEY) this.#masker.scanString(start, end);
    else if (!reader.hasEscape) {
      if (frame.key === NO_KEY) frame.owner.first = key;
      else frame.key.following = key;
    }
    frame.key = key;
    return true;
  }
}

function endsLine(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return before === "\n" || before === "\r" || text.charAt(at) === "\u001e";
}
