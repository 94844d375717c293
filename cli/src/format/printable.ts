/**
 * Characters that a terminal obeys or a reader does not see: controls, surrogate halves, line and paragraph
 * separators, everything Unicode calls default-ignorable (bidi marks, zero width, tags, variation selectors).
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/gu;

/** Text as it may reach a terminal: LF and TAB pass, whatever else is hidden is spelled out (`\x1b`, `\u202e`). */
export function printable(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : spelled(character),
  );
}

/** Captured text within a row: it cannot start a row of its own. */
export function oneLine(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === "\n") return "\\n";
    return character === "\t" ? "\\t" : spelled(character);
  });
}

/** Text of a page over several lines: indented, so that none of them can pass for one of bsk's own. */
export function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** JSON whose hidden characters are JSON escapes; what it says does not change. */
export function printableJson(json: string): string {
  return json.replace(HIDDEN, (character) => {
    // Outside strings JSON may hold these three; inside, they are escaped already.
    if (character === "\n" || character === "\t" || character === "\r") return character;
    return Array.from(
      { length: character.length },
      (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`,
    ).join("");
  });
}

function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 0)}}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}
