import { type Align, counted, cutMiddle, gapLines, milliseconds, shortId, table } from "@bsk/core";
import type { AggregateReport, AggregateRow } from "./generated/types.js";

const URL_CHARS = 72;
const HEADINGS = ["calls", "errors", "slow", "p50", "p95", "max", "method", "endpoint", "see"];
const ALIGNS: readonly Align[] = ["right", "right", "right", "right", "right", "right"];

/** The report as aligned lines: one row a group, then what was left out. */
export function format({ aggregates, analysis }: AggregateReport): readonly string[] {
  const { included, matched, retained, groups, excluded_controlled: controlled } = analysis;
  const head = `${included} of ${retained} requests in ${counted(groups, "group")}`;
  if (aggregates.length === 0)
    return [head, `0 of ${matched} match`, ...gapLines(analysis.coverage)];
  const rest = [
    ...(controlled > 0 ? [`${controlled} controlled or replayed requests left out`] : []),
  ];
  return [
    head,
    ...table([HEADINGS, ...aggregates.map(cells)], ALIGNS),
    ...rest,
    ...gapLines(analysis.coverage),
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
    cutMiddle(endpoint, URL_CHARS),
    `${shortId(first)}${others.length > 0 ? " …" : ""}`,
  ];
}
