import { counted, table } from "@bsk/core";
import type { ActionResults, RunRecord } from "@bsk/schema";
import { type FormatContext, sessionFlag } from "./FormatContext.js";
import { marksOf, requestCells } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, quote } from "./shorten.js";
import { bytes, clock, day, seconds } from "./units.js";

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

/** One row a run, newest first. */
export function formatHistory(
  { runs, total, next_offset: next }: ActionResults["debug/history"],
  context: FormatContext,
): string {
  const isAll = context.params.all === true;
  const session = sessionFlag(context);
  if (total === 0) return `0 runs\nnext: bsk debug start${session}`;
  const rows = runs.map((run) => [
    run.id,
    run.state,
    isAll ? cut(run.session_id, 8) : "",
    `${day(run.started_at)} ${clock(run.started_at)}`,
    run.stopped_at === undefined ? "-" : seconds(run.stopped_at - run.started_at),
    bytes(run.storage?.bytes),
    [
      run.name === undefined ? "" : quote(run.name, 60),
      countsOf(run),
      run.is_owned ? "" : "not readable here",
    ]
      .filter(Boolean)
      .join("  "),
  ]);
  const readable = runs.find(({ is_owned: isOwned }) => isOwned);
  const hint =
    next === undefined
      ? readable && `next: bsk debug summary${session} --run-id ${readable.id}`
      : `next: bsk debug history${sameFlags(context, ["offset"])} --offset ${next}`;
  return [
    `${counted(total, "run")}${isAll ? " in this browser profile" : " of this session"}`,
    ...table(rows.map((row) => row.filter((cell) => cell !== ""))),
    ...(hint === undefined ? [] : [hint]),
  ].join("\n");
}

/** What `pin` and `unpin` did. */
export function formatPin({ run, request }: ActionResults["debug/pin"]): string {
  const pins = run.storage?.pins ?? 0;
  return [
    runLine(run, `${counted(pins, "pin")}`),
    [...requestCells(request), cutMiddle(request.url, 100), ...marksOf(request)].join("  "),
  ].join("\n");
}

type Counted = "active_rules" | "counts" | "storage" | "storage_error";

function countsOf(run: Pick<RunRecord, Counted>): string {
  const { counts, storage, storage_error, active_rules: rules = 0 } = run;
  const { requests, operations, console: messages, pages, errors } = counts;
  const dropped = counts.dropped_requests + counts.dropped_operations + counts.dropped_console;
  return [
    counted(requests, "request"),
    counted(operations, "operation"),
    `${counted(messages, "message")} (${counted(errors, "error")})`,
    counted(pages, "page observation"),
    rules > 0 ? counted(rules, "active rule") : "",
    dropped > 0 ? `${dropped} evicted` : "",
    storage?.pins ? `${storage.pins} pinned` : "",
    storage_error === undefined ? "" : "storage failed",
  ]
    .filter(Boolean)
    .join(", ");
}
