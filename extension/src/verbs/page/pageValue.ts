/** The result of a script as JSON, at most `limit` characters of it; undefined where JSON has no word for it. */
export function jsonOf(
  this: unknown,
  limit: number,
): { readonly text: string; readonly chars: number } | undefined {
  const text: string | undefined = JSON.stringify(this);
  return text === undefined ? undefined : { text: text.slice(0, limit), chars: text.length };
}
