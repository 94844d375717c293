/** A word of a text, by its place. */
export interface Word {
  readonly start: number;
  readonly end: number;
}

const LONGEST_WORD = 24;
const LONGEST_GAP = 4;
const LETTER = /[\p{L}\p{M}]/u;

/** The word that ends before `at`, with at most a few blanks between; undefined if there is none. */
export function wordBefore(text: string, at: number): Word | undefined {
  let end = at;
  while (end > 0 && at - end < LONGEST_GAP && isBlank(text.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && end - start < LONGEST_WORD && isWordUnit(text, start - 1)) start -= 1;
  return start === end ? undefined : { start, end };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isWordUnit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) {
    const lower = code | 32;
    return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95;
  }
  return LETTER.test(text.charAt(at));
}
