/**
 * Characters that no reader sees or that reorder what is read: controls, surrogate halves, separators, everything
 * Unicode calls default-ignorable. An emoji keeps its joiners and variation selectors.
 */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}[\u{FE0F}\u{1F3FB}-\u{1F3FF}]?)[\u200d\ufe0f]|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{FFF9}-\u{FFFB}]|(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Captured text as it is shown: LF and TAB stay, what is hidden is spelled out (`\x1b`, `\u202e`). */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : spelled(character),
  );
}

/** Captured text on one line of a list, cut in the middle when it is longer than `max` UTF-16 units. */
export function oneLine(text: string, max: number = 300): string {
  const cut = text.length <= max ? text : shorten(text, max);
  return visible(cut.replaceAll("\n", "⏎").replaceAll("\t", " "));
}

function shorten(text: string, max: number): string {
  const head = Math.ceil((max - 1) * 0.65);
  return `${text.slice(0, head)}…${text.slice(text.length - (max - 1 - head))}`;
}

function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  const digits = code.toString(16);
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
