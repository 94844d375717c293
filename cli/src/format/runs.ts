import type { ActionResults, RunRecord } from "@bsk/schema";
import { type FormatContext, sessionFlag } from "./FormatContext.js";
import { runLine } from "./runLine.js";
import { cutMiddle } from "./shorten.js";
import { clock, counted } from "./units.js";

export function formatStart(
  { run, already_running: isOld }: ActionResults["debug/start"],
  context: FormatContext,
): string {
  return [
    ...(isOld ? ["this tab is being recorded already; that run goes on under its own name"] : []),
    runLine(run, `tab ${run.tab_id}`, cutMiddle(run.url, 100)),
    `next: reproduce it, then bsk debug summary${sessionFlag(context)}`,
  ].join("\n");
}

export function formatStop({ run }: ActionResults["debug/stop"], context: FormatContext): string {
  return [runLine(run, countsOf(run)), `next: bsk debug summary${sessionFlag(context)}`].join("\n");
}

/** One row a run. */
export function formatRuns(
  { runs }: ActionResults["debug/status"],
  context: FormatContext,
): string {
  if (runs.length === 0) return `0 runs\nnext: bsk debug start${sessionFlag(context)}`;
  return runs
    .map((run) =>
      runLine(run, `tab ${run.tab_id}`, `since ${clock(run.started_at)}`, countsOf(run)),
    )
    .join("\n");
}

function countsOf({ counts, storage_error, active_rules: rules = 0 }: RunRecord): string {
  const { requests, operations, console: messages, pages, errors } = counts;
  const dropped = counts.dropped_requests + counts.dropped_operations + counts.dropped_console;
  return [
    counted(requests, "request"),
    counted(operations, "operation"),
    `${counted(messages, "message")} (${counted(errors, "error")})`,
    counted(pages, "page"),
    rules > 0 ? counted(rules, "active rule") : "",
    dropped > 0 ? `${dropped} evicted` : "",
    storage_error === undefined ? "" : "storage failed",
  ]
    .filter(Boolean)
    .join(", ");
}
