import { errors } from "@bsk/core";

export const FORMATS = ["text", "json", "ndjson"] as const;
type Format = (typeof FORMATS)[number];

/** The value of `--format`. Throws `invalid_params`. */
export function readFormat(value: unknown, words: string): Format {
  const found = FORMATS.find((format) => format === (value ?? "text"));
  if (found) return found;
  throw errors.invalidParams(
    `--format: ${JSON.stringify(value)} is not one of ${FORMATS.join(", ")}.`,
    undefined,
    `bsk ${words} --help`,
  );
}

export interface Rows {
  readonly rows: readonly unknown[];
  /** Where to read on, and whether anything was left out; empty: that was all. */
  readonly cursor: string;
}

const CURSORS = ["next_since", "next_offset", "truncated"] as const;

/** The one list of an answer, or of an analyzer's report in it; undefined: there is none, or more than one. */
export function rowsOf(value: unknown): Rows | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const own = new Map<string, unknown>(Object.entries(value));
  const report: unknown = own.get("report");
  if (report !== undefined) return rowsOf(report);
  const lists = [...own.values()].filter((part): part is unknown[] => Array.isArray(part));
  const [rows] = lists;
  if (lists.length !== 1 || rows === undefined) return undefined;
  const cursor = CURSORS.flatMap((name) => {
    const at = own.get(name);
    return typeof at === "number" || at === true ? [`${name} ${at}`] : [];
  });
  return { rows, cursor: cursor.join("  ") };
}
