/** One cell: where its text lies, without blanks and quotes around it. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** One line of a table, or several where a quoted cell holds line ends. */
export interface Row {
  readonly cells: readonly Cell[];
  /** Where the next line begins. */
  readonly next: number;
}

/** Reads the row that begins at `at` (RFC 4180, with any delimiter); an open quote ends with the text. */
export function readRow(text: string, at: number, delimiter: string): Row {
  const cells: Cell[] = [];
  let from = at;
  for (;;) {
    const { cell, end } = readCell(text, from, delimiter);
    cells.push(cell);
    if (text.charAt(end) !== delimiter) return { cells, next: end + 1 };
    from = end + 1;
  }
}

function readCell(
  text: string,
  from: number,
  delimiter: string,
): { readonly cell: Cell; readonly end: number } {
  let start = from;
  while (isBlank(text.charAt(start), delimiter)) start += 1;
  const close = text.charAt(start) === '"' ? closingQuote(text, start + 1) : undefined;
  let end = close === undefined ? start : Math.min(text.length, close + 1);
  while (end < text.length && text.charAt(end) !== delimiter && text.charAt(end) !== "\n") end += 1;
  let last = end;
  while (last > start && /[\s]/.test(text.charAt(last - 1))) last -= 1;
  return close !== undefined && last <= close + 1
    ? { cell: { start: start + 1, end: Math.min(close, text.length), isQuoted: true }, end }
    : { cell: { start, end: last, isQuoted: false }, end };
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}

function isBlank(unit: string, delimiter: string): boolean {
  return (unit === " " || unit === "\t") && unit !== delimiter;
}
