import type { AggregateReport, AggregateRow } from "./generated/types.js";

const URL_CHARS = 72;
const HEADINGS = ["calls", "errors", "slow", "p50", "p95", "max", "method", "endpoint", "see"];

/** The report as aligned lines: one row a group, then what was left out. */
export function format({
  aggregates,
  analysis,
  next_offset: next,
}: AggregateReport): readonly string[] {
  const { included, matched, retained, groups, excluded_controlled: controlled } = analysis;
  const head = `${included} of ${retained} requests in ${groups} groups`;
  if (aggregates.length === 0) return [head, `0 of ${matched} match`, ...notes(analysis.coverage)];
  const rest = [
    ...(controlled > 0 ? [`${controlled} controlled or replayed requests left out`] : []),
    ...(next === undefined ? [] : [`more: --offset ${next}`]),
  ];
  return [
    head,
    ...align([HEADINGS, ...aggregates.map(cells)]),
    ...rest,
    ...notes(analysis.coverage),
  ];
}

function cells(row: AggregateRow): readonly string[] {
  const { count, failed, http_errors: errors, slow, duration_ms: duration, method, endpoint } = row;
  const [first = "", ...others] = row.request_ids;
  return [
    String(count),
    failed + errors === 0 ? "-" : String(failed + errors),
    slow === 0 ? "-" : String(slow),
    milliseconds(duration?.p50),
    milliseconds(duration?.p95),
    milliseconds(duration?.max),
    method,
    shorten(endpoint),
    `${first.slice(first.lastIndexOf(":") + 1)}${others.length > 0 ? " …" : ""}`,
  ];
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? "-" : `${Math.round(value)}ms`;
}

/** Cut in the middle: both the host and the last segment tell endpoints apart. */
function shorten(text: string): string {
  if (text.length <= URL_CHARS) return text;
  const half = Math.floor((URL_CHARS - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

function notes(coverage: readonly string[]): readonly string[] {
  return coverage.length === 0 ? [] : [`gaps ${coverage.join(" ")}`];
}

/** Numbers to the right, words to the left. */
function align(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < 6 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
