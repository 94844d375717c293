/**
 * At most `limit` characters, ended at a delimiter: a cut in the middle of a word could leave half of a secret
 * that redaction no longer knows. Empty when there is no such place.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  for (let end = limit; end > 0; end -= 1) {
    if (isDelimiter(text.charCodeAt(end))) return text.slice(0, end);
  }
  return "";
}

/** White space, comma, semicolon, closing brackets, and what is not ASCII: none of them is part of a token. */
function isDelimiter(code: number): boolean {
  if (code > 127) return code < 0xdc00 || code > 0xdfff; // not within a surrogate pair
  return code <= 32 || code === 44 || code === 59 || code === 93 || code === 125;
}
