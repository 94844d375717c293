import type { RunRecord } from "@bsk/schema";
import type { TrimStep } from "./budget.js";
import { pieceOf } from "./pieceOf.js";

const LONG = 240;
const SHORT = 200;
/** A data: URL up to this length is left as it is. */
const DATA_URL = 100;
const IDENTITY: ReadonlySet<string> = new Set(["id", "run_id", "session_id", "request_id", "key"]);

/** A list inside an answer: how to read it, and the answer with fewer rows. */
export interface ListLens<R> {
  get(result: R): readonly unknown[];
  /** The answer with the first `kept` rows and with cursors that go on behind them. */
  keep(result: R, kept: number): R;
  /** Rows that must stay; default 1. */
  readonly least?: number;
}

/** Drops whole trailing rows, as few as need be. */
export function dropRows<R>(name: string, { get, keep, least = 1 }: ListLens<R>): TrimStep<R> {
  return {
    name,
    apply(result, fits) {
      const all = get(result).length;
      if (all <= least) return undefined;
      const fewest = keep(result, least);
      if (!fits(fewest)) return fewest; // no search where each look is a whole answer
      let low = least;
      let high = all - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (fits(keep(result, middle))) low = middle;
        else high = middle - 1;
      }
      return keep(result, low);
    },
  };
}

/** Shortens narrative strings; ids, and the text of a body that was asked for, stay whole. */
export function shortenStrings<R extends object>(): TrimStep<R> {
  return {
    name: "long_strings",
    apply(result) {
      let changed = false;
      const shorter = mapStrings(result, (text, path) => {
        const key = path.at(-1) ?? "";
        if (text.length <= LONG || IDENTITY.has(key) || isBodyText(path)) return text;
        changed = true;
        return `${pieceOf(text, 0, SHORT).text}…`;
      });
      return changed ? shorter : undefined;
    },
  };
}

/** data: URLs are never worth their length in an answer. */
export function compactDataUrls<R extends object>(
  result: R,
): { readonly result: R; readonly omitted: readonly string[] } {
  let changed = false;
  const compacted = mapStrings(result, (text, path) => {
    if (text.length <= DATA_URL || !text.startsWith("data:") || isBodyText(path)) return text;
    changed = true;
    const head = text.slice(0, text.indexOf(",") + 1 || 40).slice(0, 80);
    return `${head}…(${text.length} chars)`;
  });
  return changed ? { result: compacted, omitted: ["data_urls"] } : { result, omitted: [] };
}

/** The run's narrative parts: the last that an answer can do without. */
export function dropRunDetails<R extends { readonly run: RunRecord }>(): TrimStep<R> {
  return {
    name: "run.environment",
    apply(result) {
      return { ...result, run: withoutRunDetails(result.run) };
    },
  };
}

/** The run's counts and flags alone. */
export function withoutRunDetails(run: RunRecord): RunRecord {
  const { environment: _environment, masked: _masked, ...rest } = run;
  return { ...rest, coverage: run.coverage.map(({ detail: _detail, ...flag }) => flag) };
}

function isBodyText(path: readonly string[]): boolean {
  return (
    path.at(-1) === "text" && (path.at(-2) === "request_body" || path.at(-2) === "response_body")
  );
}

function mapStrings<T>(value: T, change: (text: string, path: readonly string[]) => string): T {
  const visit = (item: unknown, path: readonly string[]): unknown => {
    if (typeof item === "string") return change(item, path);
    if (Array.isArray(item)) return item.map((entry) => visit(entry, path));
    if (item === null || typeof item !== "object") return item;
    // `fromEntries` defines keys, so that `__proto__` from a page stays data.
    return Object.fromEntries(
      Object.entries(item).map(([key, entry]) => [key, visit(entry, [...path, key])]),
    );
  };
  return visit(value, []) as T; // the same shape, strings in place of strings
}
