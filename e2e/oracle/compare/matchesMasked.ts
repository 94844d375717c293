/** Where a text stands: it decides what one mask can stand for. */
export type Place = "header" | "cookie" | "url" | "json" | "text";

/** A rule's mask, or the length of a payload that is never kept. */
const MASK = /\[redacted:[a-z0-9_]{1,24}\]|\[(\d{1,12}) chars\]/g;
/** A mask ends where the value that it replaced ends: it never swallows a neighbour. */
const VALUE: Readonly<Record<Place, string>> = {
  header: "[^\\n]+?",
  cookie: "[^;\\n]+?",
  url: "[^&#\\s]+?",
  json: '(?:[^"\\\\]|\\\\.)+?',
  text: '[^&\\s"]+?',
};
const IN_QUOTES = '"(?:[^"\\\\\\n]|\\\\.)+"';
const JSON_SCALAR = `(?:${IN_QUOTES}|-?\\d[\\d.eE+-]*|true|false)`;

/** Whether the text that was kept is the real one, each mask in it standing for one value that is not empty. */
export function matchesMasked(kept: string, real: string, place: Place): boolean {
  if (kept === real) return true;
  if (!hasMask(kept)) return false;
  let pattern = "";
  let from = 0;
  for (const { index, 0: mask, 1: length } of kept.matchAll(MASK)) {
    const end = index + mask.length;
    const isQuoted =
      length === undefined &&
      (place === "json" || place === "text") &&
      kept[index - 1] === '"' &&
      kept[end] === '"';
    pattern += escaped(kept.slice(from, isQuoted ? index - 1 : index));
    if (length !== undefined) pattern += `.{${length}}`;
    // In JSON a masked value of any type becomes a string.
    else if (isQuoted) pattern += place === "json" ? JSON_SCALAR : IN_QUOTES;
    else pattern += VALUE[place];
    from = isQuoted ? end + 1 : end;
  }
  return new RegExp(`^${pattern}${escaped(kept.slice(from))}$`, "s").test(real);
}

export function hasMask(text: string): boolean {
  return text.search(MASK) >= 0;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
