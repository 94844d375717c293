/** A piece of a text that begins and ends between characters. */
export interface Piece {
  readonly text: string;
  readonly offset: number;
  /** Where to read on; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * At most `max` UTF-16 units from `offset`, never half of a surrogate pair: an offset inside a pair steps
 * back, and a piece too small for a pair holds it nevertheless, so that every read moves on.
 */
export function pieceOf(text: string, offset: number, max: number): Piece {
  const start = splitsPair(text, offset) ? offset - 1 : Math.min(offset, text.length);
  let end = Math.min(start + max, text.length);
  if (splitsPair(text, end)) end = end - 1 > start ? end - 1 : end + 1;
  return { text: text.slice(start, end), offset: start, next: end < text.length ? end : undefined };
}

function splitsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
