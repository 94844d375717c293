/** What a walk over a JSON text meets, as offsets into the text. */
export interface JsonVisitor {
  open(start: number, kind: "object" | "array"): void;
  /** The key's own literal, quotes with it. */
  key(start: number, end: number): void;
  /** A string, number, true, false or null. */
  scalar(start: number, end: number): void;
  close(end: number): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Walks once over a text that `JSON.parse` accepts. No recursion: depth costs no stack. */
export function walkJson(text: string, visitor: JsonVisitor): void {
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === "{" || char === "[") {
      visitor.open(at, char === "{" ? "object" : "array");
      at++;
    } else if (char === "}" || char === "]") {
      at++;
      visitor.close(at);
    } else if (char === '"') {
      const end = endOfString(text, at);
      // In valid JSON a string with a colon behind it is a key, and nothing else is.
      const next = skipSpace(text, end);
      if (text[next] === ":") {
        visitor.key(at, end);
        at = next + 1;
      } else {
        visitor.scalar(at, end);
        at = next;
      }
    } else if (char === "," || isSpace(char)) {
      at++;
    } else {
      const end = endOfToken(text, at);
      visitor.scalar(at, end);
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function endOfToken(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !",]}".includes(text[at] ?? "") && !isSpace(text[at] ?? "")) at++;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at] ?? "")) at++;
  return at;
}

function isSpace(char: string): boolean {
  return char === " " || char === "\n" || char === "\r" || char === "\t";
}
