import type { Edits } from "../Edits.js";
import { isBenignLeaf, type KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";
import { maskOf } from "../mask.js";
import { isColumnName, ruleOfCell } from "../text/cells.js";
import { keyFacts } from "./KeyFacts.js";
import { type JsonNode, readTree } from "./readTree.js";

/** By column; undefined where it holds no secret. */
type Columns = readonly (KeyRule | undefined)[];

/** More in one object are no headings. */
const MOST_HEADINGS = 4;
const ROW = /(?:values?|row|data|record|cells)$/i;
/** How tools call a column in its description. */
const NAMING = /^(?:name|key|id|field|header|title|label|accessor|property)$|(?:name|key|field)$/i;

/**
 * Masks columns whose heading names a credential, in the tables of a JSON text: `{"columns": […], "rows":
 * [[…]]}` in either order, headings that are objects (`{"name": "password"}`), rows that are (`{"row": […]}`),
 * and rows below a first one of names (`[["id", "password"], [1, "x"]]`).
 */
export function scanTables(json: string, edits: Edits): void {
  const left = [readTree(json)];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.kind === "array") scanRowsBelowNames(node, edits);
    else scanHeadings(node, edits);
    for (const item of node.items) if (item.items.length > 0) left.push(item);
  }
}

function scanRowsBelowNames({ items }: JsonNode, edits: Edits): void {
  const [first, ...rows] = items;
  if (first?.kind !== "array" || rows[0]?.kind !== "array") return;
  const columns = columnsOf(first.items);
  if (columns === undefined || !isHead(first.items, columns)) return;
  for (const row of rows) {
    if (row.kind !== "array" || row.items.length > columns.length) return;
    // Empty cells at the end may have been left out.
    if (row.items.length > 1) maskRow(row.items, columns, edits);
  }
}

function scanHeadings({ items }: JsonNode, edits: Edits): void {
  const headings = [items, ...items.filter(isObject).map((item) => item.items)]
    .flat()
    .filter((item) => item.kind === "array" && keyFacts(item.key).isHeading)
    .slice(0, MOST_HEADINGS);
  for (const heading of headings) {
    const columns = columnsOf(heading.items);
    if (columns === undefined) continue;
    for (const item of items) if (item !== heading) maskRows(item, columns, edits);
  }
}

function maskRows(node: JsonNode, columns: Columns, edits: Edits): void {
  if (node.kind !== "array") return;
  if (ROW.test(node.key) && columns.length > 1 && node.items.length === columns.length) {
    // Numbers may as well be how many of each there are.
    const isFlat = node.items.every(({ items }) => items.length === 0);
    if (isFlat) maskRow(node.items, columns, edits, "string");
  }
  for (const row of node.items) {
    const cells = isObject(row) ? row.items.find(({ kind }) => kind === "array") : row;
    if (cells?.kind === "array" && cells.items.length === columns.length)
      maskRow(cells.items, columns, edits);
  }
}

function maskRow(
  cells: readonly JsonNode[],
  columns: Columns,
  edits: Edits,
  only?: JsonNode["kind"],
): void {
  for (const [index, cell] of cells.entries()) {
    const key = columns[index];
    if (key !== undefined && (only === undefined || cell.kind === only))
      maskLeaves(cell, key, edits);
  }
}

function maskLeaves(cell: JsonNode, key: KeyRule, edits: Edits): void {
  const left = [cell];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...node.items);
    if (node.kind !== "string" && node.kind !== "number") continue;
    const isNumber = node.kind === "number";
    const rule = ruleOfCell(key, node.text, isNumber);
    if (rule === undefined) continue;
    edits.mask(node.start, node.end, rule, isNumber ? `"${maskOf(rule)}"` : maskOf(rule));
  }
}

/** Undefined where the values are no names of columns, or none of them names a secret. */
function columnsOf(cells: readonly JsonNode[]): Columns | undefined {
  const names = cells.map(namesOf);
  if (!names.every((all) => all.length > 0)) return undefined;
  const columns = names.map((all) => all.map(keyRule).find((rule) => rule !== undefined));
  return columns.some((rule) => rule !== undefined) ? columns : undefined;
}

function namesOf({ kind, text, items }: JsonNode): readonly string[] {
  if (kind === "string") return text === "" || isColumnName(text) ? [text] : [];
  return items
    .filter((item) => item.kind === "string" && NAMING.test(item.key) && isColumnName(item.text))
    .map((item) => item.text);
}

/** Two strings may as well be a name and its value, or its label: the other one must head a column as well. */
function isHead(cells: readonly JsonNode[], columns: Columns): boolean {
  if (columns.length !== 2) return columns.length > 2;
  const other = columns.indexOf(undefined);
  return other >= 0 && isBenignLeaf(cells[other]?.text ?? "");
}

function isObject({ kind }: JsonNode): boolean {
  return kind === "object";
}
