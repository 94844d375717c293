import type { Edits } from "../Edits.js";
import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { isColumnName, ruleOfCell } from "./cells.js";
import { type Row, readRow } from "./readRow.js";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const LONGEST_HEADER = 2000;
/** Where the last string or element in a line begins. */
const INSIDE = /["'`>][^"'`>]*$/;

interface Header {
  readonly delimiter: string;
  readonly count: number;
  /** By column; undefined where it holds no secret. */
  readonly keys: readonly (KeyRule | undefined)[];
  /** As programs write it: then a value may hold blanks. */
  readonly isTight: boolean;
}

/**
 * Masks columns whose heading names a credential: CSV (RFC 4180), with tabs, or as people draw tables.
 * One column alone is a table only where the type says so (`isTable`).
 */
export function scanTable(text: string, edits: Edits, isTable = false): void {
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    if (end - at > LONGEST_HEADER) {
      at = end + 1;
      continue;
    }
    const line = text.slice(at, end);
    const header = readHeader(line, isTable);
    const start = header === undefined ? INSIDE.exec(line)?.index : undefined;
    if (header !== undefined) at = scanRows(text, end + 1, header, edits);
    else if (start === undefined) at = end + 1;
    else at = scanInside(text, { at: at + start + 1, end }, edits);
  }
}

/** Masks row after row; gives the place of the first line that is none. */
function scanRows(text: string, from: number, header: Header, edits: Edits): number {
  let at = from;
  while (at < text.length) {
    const row = readRow(text, at, header.delimiter);
    if (row.cells.length !== header.count) break;
    maskRow(text, header, row, edits);
    at = row.next;
  }
  return at;
}

/** A table that begins in a line, in a string or an element, and ends with it. */
function scanInside(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  edits: Edits,
): number {
  const header = readHeader(text.slice(at, end), false);
  if (header === undefined) return end + 1;
  const open = text.charAt(at - 1);
  const close = text.indexOf(open === ">" ? "<" : open, end);
  const stop = close < 0 ? text.length : close;
  const inner = edits.fork();
  const next = end + 1 + scanRows(text.slice(end + 1, stop), 0, header, inner);
  edits.addAt(end + 1, inner);
  return Math.max(end + 1, next);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function readHeader(line: string, isTable: boolean): Header | undefined {
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter) && !(isTable && delimiter === ",")) continue;
    const { cells } = readRow(line, 0, delimiter);
    const names = cells.map(({ start, end }) => line.slice(start, end));
    if (!names.every((name) => name === "" || isColumnName(name))) continue;
    if (names.filter((name) => name !== "").length < (isTable ? 1 : 2)) continue;
    const keys = names.map(keyRule);
    if (keys.every((key) => key === undefined)) continue;
    const isTight = isTable || (/[,;]/.test(delimiter) && !/[,;] | [,;]/.test(line));
    return { delimiter, count: cells.length, keys, isTight };
  }
  return undefined;
}

function maskRow(text: string, { keys, isTight }: Header, { cells }: Row, edits: Edits): void {
  for (const [index, { start, end, isQuoted }] of cells.entries()) {
    const key = keys[index];
    if (key === undefined) continue;
    const value = text.slice(start, end);
    if (/\s/.test(value) && !isQuoted && !isTight) continue;
    const rule = ruleOfCell(key, value, /^\d+$/.test(value));
    if (rule !== undefined) edits.mask(start, end, rule);
  }
}
