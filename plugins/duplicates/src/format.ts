import { counted, cutMiddle, gapLines, milliseconds, shortId } from "@bsk/core";
import type { DuplicateRow, DuplicatesReport } from "./generated/types.js";

const URL_CHARS = 72;
/** Ids beyond these are in `--json`. */
const SHOWN_IDS = 4;

/** A group a line: how often, how it came, and where to look. */
export function format({ duplicates, analysis }: DuplicatesReport): readonly string[] {
  const { groups, included, matched, uncomparable, window_ms: windowMs, coverage } = analysis;
  const extra = analysis.suspected_extra_requests;
  const head = `${counted(groups, "suspected group")}, ${counted(extra, "extra request")} of ${included - uncomparable} compared, within ${milliseconds(windowMs)}`;
  const reasons = Object.entries(analysis.uncomparable_reasons).filter(([, count]) => count > 0);
  return [
    head,
    ...duplicates.map(line),
    ...(included === 0 ? [`0 of ${matched} match`] : []),
    ...(reasons.length === 0
      ? []
      : [`not comparable: ${reasons.map(([reason, count]) => `${reason} ${count}`).join(", ")}`]),
    ...(analysis.excluded_controlled > 0
      ? [`${analysis.excluded_controlled} controlled or replayed requests left out`]
      : []),
    ...gapLines(coverage),
  ];
}

function line(row: DuplicateRow): string {
  const { count, method, url, started_at: from, ended_at: to } = row;
  const marks = [
    ...(row.overlap_count > 0 ? [`${row.overlap_count} overlap`] : []),
    ...(row.possible_retry ? ["possible retry"] : []),
  ];
  return [
    `×${count}`,
    method,
    cutMiddle(url, URL_CHARS),
    milliseconds(to - from),
    ...marks,
    shortIds(row.request_ids),
    shortIds(row.operation_ids),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function shortIds(ids: readonly string[]): string {
  const shown = ids.slice(0, SHOWN_IDS).map(shortId);
  return [...shown, ...(ids.length > SHOWN_IDS ? ["…"] : [])].join(" ");
}
