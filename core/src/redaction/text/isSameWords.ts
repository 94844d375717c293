/** Whether a value only says its name again: `"label": "API key", "value": "api_key"`. */
export function isSameWords(a: string, b: string): boolean {
  if (a.length > 2 * b.length + 2) return false;
  return fold(a) === fold(b);
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
