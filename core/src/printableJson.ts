/**
 * Characters that a terminal obeys or a reader does not see: controls, surrogate halves, line and paragraph
 * separators, everything Unicode calls default-ignorable (bidi marks, zero width, tags, variation selectors).
 */
export const HIDDEN: RegExp =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/gu;

/** JSON whose hidden characters are JSON escapes; what it says does not change. */
export function printableJson(json: string): string {
  return json.replace(HIDDEN, (character) => {
    // Outside strings JSON may hold these three; inside, they are escaped already.
    if (character === "\n" || character === "\t" || character === "\r") return character;
    return Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  });
}
