import { HIDDEN } from "@bsk/core";

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

function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 0)}}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}
