import { clock, duration } from "./units.js";

/** A cell's text, and whether it is a number and stands at the right. */
export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

export interface TableModel {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that there are beside those shown. */
  readonly more: number;
}

type Fields = { readonly [name: string]: unknown };

const MAX_CELL = 400;
const MAX_COLUMNS = 12;

/** A list of objects as a table. Without columns: the keys of the first rows that hold plain values. */
export function tableOf(
  source: unknown,
  { columns, limit }: { readonly columns?: readonly string[]; readonly limit: number },
): TableModel {
  const records = listOf(source);
  const names = columns ?? columnsOf(records.slice(0, 20));
  const rows = records.slice(0, limit).map((record) => names.map((name) => cellOf(record, name)));
  return { columns: names, rows, more: Math.max(0, records.length - limit) };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Numbers in a row, or objects with `x|at|started_at` and `y|value|count|duration_ms`. */
export function pointsOf(source: unknown): readonly Point[] {
  const list = Array.isArray(source) ? (source as readonly unknown[]) : [];
  return list.flatMap((entry, index) => {
    if (typeof entry === "number") return [{ x: index, y: entry }];
    const fields = fieldsOf(entry);
    const x = numberIn(fields, ["x", "at", "started_at", "time"]) ?? index;
    const y = numberIn(fields, ["y", "value", "count", "duration_ms"]);
    return y === undefined ? [] : [{ x, y }];
  });
}

export interface Moment {
  readonly at: number;
  readonly time: string;
  readonly text: string;
  readonly length: string;
}

/** Objects with a start, in order of time. */
export function momentsOf(source: unknown): readonly Moment[] {
  return listOf(source)
    .flatMap((fields) => {
      const at = numberIn(fields, ["at", "started_at", "time"]);
      if (at === undefined) return [];
      const length = numberIn(fields, ["duration_ms"]);
      const time = at > 1e11 ? clock(at) : duration(at); // an epoch, or counted from an origin
      return [
        { at, time, text: labelOf(fields), length: length === undefined ? "" : duration(length) },
      ];
    })
    .sort((a, b) => a.at - b.at);
}

export interface CardModel {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** An object's plain values as one card, or each object of a list as its own. */
export function cardsOf(source: unknown): readonly CardModel[] {
  const records = Array.isArray(source) ? listOf(source) : [fieldsOf(source)];
  return records.map((fields) => ({
    title: labelOf(fields),
    facts: Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .slice(0, MAX_COLUMNS)
      .map(([name, value]) => [nameOf(name), textOf(value)] as const),
  }));
}

/** `http errors` of `http_errors`. */
export function nameOf(key: string): string {
  return key.replaceAll("_", " ");
}

function listOf(source: unknown): readonly Fields[] {
  return Array.isArray(source) ? source.map(fieldsOf) : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {}; // read by own entries only
}

function columnsOf(records: readonly Fields[]): readonly string[] {
  const names = new Set<string>();
  for (const record of records) {
    for (const [name, value] of Object.entries(record))
      if (typeof value !== "object") names.add(name);
  }
  return [...names].slice(0, MAX_COLUMNS);
}

function cellOf(record: Fields, name: string): Cell {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return { text: textOf(value), isNumber: typeof value === "number" };
}

/** A number rounded, an object by its plain values, a list by its entries. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "–";
  if (typeof value === "number") return numeric(value);
  if (typeof value === "string") return cut(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return cut(value.map(textOf).join(", "));
  const pairs = Object.entries(value).map(([name, entry]) => `${nameOf(name)} ${textOf(entry)}`);
  return cut(pairs.join(" · "));
}

function numeric(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Math.round(value * 1000) / 1000);
}

function cut(text: string): string {
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL)}…`;
}

function labelOf(fields: Fields): string {
  const name = ["title", "name", "label", "text", "url", "endpoint", "method", "id"].find(
    (key) => Object.hasOwn(fields, key) && typeof fields[key] === "string",
  );
  return name === undefined ? "" : cut(String(fields[name]));
}

function numberIn(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return undefined;
}
