import type { DuplicateRow, DuplicatesReport } from "./generated/types.js";

const URL_CHARS = 72;
/** Ids beyond these are in `--json`. */
const SHOWN_IDS = 4;

/** A group a line: how often, how it came, and where to look. */
export function format({
  duplicates,
  analysis,
  next_offset: next,
}: DuplicatesReport): readonly string[] {
  const { groups, included, matched, window_ms: windowMs, coverage } = analysis;
  const extra = analysis.suspected_extra_requests;
  const head = `${counted(groups, "suspected group")}, ${counted(extra, "extra request")} of ${included} compared, within ${windowMs}ms`;
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
    ...(next === undefined ? [] : [`more: --offset ${next}`]),
    ...(coverage.length === 0 ? [] : [`gaps ${coverage.join(" ")}`]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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
    shorten(url),
    `${Math.round(to - from)}ms`,
    ...marks,
    shortIds(row.request_ids),
    shortIds(row.operation_ids),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function shortIds(ids: readonly string[]): string {
  const shown = ids.slice(0, SHOWN_IDS).map((id) => id.slice(id.lastIndexOf(":") + 1));
  return [...shown, ...(ids.length > SHOWN_IDS ? ["…"] : [])].join(" ");
}

/** Cut in the middle: both the host and the last segment tell URLs apart. */
function shorten(text: string): string {
  if (text.length <= URL_CHARS) return text;
  const half = Math.floor((URL_CHARS - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
