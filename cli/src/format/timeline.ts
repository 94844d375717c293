import { counted, milliseconds, shortId, table } from "@bsk/core";
import type { ActionResults, TimelineRow } from "@bsk/schema";
import { messageText } from "./console.js";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, statusOf } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, localUrl, quote, sharedOrigin } from "./shorten.js";

type Timeline = ActionResults["debug/timeline"];

const URL_WIDTH = 72;
const TEXT_WIDTH = 120;

/** `+1234ms  n12  POST 422 118ms /api/profile  a3 window`, one row each, what was left out last. */
export function formatTimeline(timeline: Timeline, context: FormatContext): string {
  const { run, rows, matched, total } = timeline;
  const origin = sharedOrigin(rows.map(({ url, source_url }) => url ?? source_url ?? ""));
  return [
    runLine(
      run,
      matched === total ? counted(total, "row") : `${matched} of ${total} match`,
      ...dropped(run.counts),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...table(
      rows.map((row) => [
        `${row.offset_ms < 0 ? "-" : "+"}${milliseconds(Math.abs(row.offset_ms))}`,
        shortId(row.id),
        joined([factsOf(row, origin), isOnlyInTime(row, context) ? "in its time" : ""]),
      ]),
      ["right", "left", "left"],
    ),
    ...leftOut(timeline, context),
    ...nextLine(timeline, context),
  ].join("\n");
}

/** `3 requests evicted` */
function dropped(counts: Timeline["run"]["counts"]): string[] {
  const kinds: readonly (readonly [number, string])[] = [
    [counts.dropped_requests, "request"],
    [counts.dropped_operations, "operation"],
    [counts.dropped_console, "message"],
  ];
  return kinds.flatMap(([count, noun]) => (count > 0 ? [`${counted(count, noun)} evicted`] : []));
}

/** Of one operation: nothing but the time joins this row to it. */
function isOnlyInTime({ kind, operation_id: by }: TimelineRow, { params }: FormatContext): boolean {
  const canLink = kind === "rule" || kind === "replay" || kind === "navigation";
  return params.operation !== undefined && canLink && by === undefined;
}

function factsOf(row: TimelineRow, origin: string | undefined): string {
  if (row.phase === "end") return `end of ${cut(row.method ?? row.kind, 24)} ${outcomeOf(row)}`;
  switch (row.kind) {
    case "operation":
      return joined([
        `${cut(row.method ?? "", 24)}${row.target === undefined ? "" : ` ${cut(row.target, 80)}`}`,
        cut(row.source ?? "", 12),
        outcomeOf(row),
      ]);
    case "request":
      return joined([
        `${cut(row.method ?? "", 12)} ${outcomeOf(row)} ${urlOf(row, origin)}`,
        [...nearOf(row), ...marks(row)].join(" "),
      ]);
    case "console": {
      const { level = "", text = "", count = 1, source = "unknown" } = row;
      return joined([
        messageText({ ...row, level, text, count, source }, TEXT_WIDTH, origin),
        nearOf(row).join(" "),
      ]);
    }
    case "navigation":
      return joined([
        cut(row.navigation ?? "load", 24),
        urlOf(row, origin),
        row.title === undefined ? "" : quote(row.title, 60),
        row.state === "unavailable" ? "page not read" : "",
        nearOf(row).join(" "),
      ]);
    case "rule": {
      const name = row.name === undefined ? "" : quote(row.name, 60);
      const match = `${row.effect} ${urlOf(row, origin)}`;
      return joined([`rule ${match}`, name, `${cut(row.state ?? "", 16)}, hits ${row.hits ?? 0}`]);
    }
    case "replay":
      return joined([
        `replay of ${shortId(row.source_request_id ?? "?")}`,
        outcomeOf(row),
        row.request_id === undefined ? "" : `sent ${shortId(row.request_id)}`,
        row.error === undefined ? "" : cut(row.error, 80),
      ]);
    default:
      return row.kind satisfies never;
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join("  ");
}

/** `422 118ms`, `completed 61ms`, `pending` */
function outcomeOf({ status, state = "", duration_ms: duration }: TimelineRow): string {
  const outcome = cut(statusOf({ state, ...(status === undefined ? {} : { status }) }), 16);
  return duration === undefined ? outcome : `${outcome} ${milliseconds(duration)}`;
}

function urlOf({ url }: TimelineRow, origin: string | undefined): string {
  return url === undefined ? "" : cutMiddle(localUrl(url, origin), URL_WIDTH);
}

/** `a3 initiator` */
function nearOf({ operation_id: id, relation }: TimelineRow): string[] {
  return id === undefined ? [] : [[shortId(id), relation].filter(Boolean).join(" ")];
}

function marks({
  state = "",
  traffic = "page",
  began_before_capture: isCut,
  ...row
}: TimelineRow): string[] {
  return marksOf({ ...row, state, traffic, integrity: isCut ? { start: "incomplete" } : {} });
}

/** `16 not shown: 12 static, 4 past --limit 30; --all shows every request` */
function leftOut({ hidden, past_limit: past }: Timeline, { params }: FormatContext): string[] {
  const counts: readonly (readonly [number, string])[] = [
    [hidden.static, "static"],
    [hidden.extension, "extension"],
    [past, `past --limit ${params.limit ?? 30}`],
  ];
  const some = counts.filter(([count]) => count > 0);
  if (some.length === 0) return [];
  const all = some.reduce((sum, [count]) => sum + count, 0);
  const isHidden = hidden.static + hidden.extension > 0;
  const parts = some.map((part) => part.join(" ")).join(", ");
  return [`${all} not shown: ${parts}${isHidden ? "; --all shows every request" : ""}`];
}

function nextLine(
  { rows, next_from: from, next_since: since, run }: Timeline,
  context: FormatContext,
): string[] {
  const session = sessionFlag(context) + runFlag(context);
  if (from !== undefined)
    return [`next: bsk debug timeline${sameFlags(context, ["from"])} --from ${placeOf(from)}`];
  const failed = rows.find(
    ({ kind, state, status = 0 }) => kind === "request" && (state === "failed" || status >= 400),
  );
  if (failed) {
    // Of one that failed there is no answer; its metadata says what there is.
    const part = failed.state === "failed" ? "" : " --part response";
    return [`next: bsk debug request ${shortId(failed.id)}${session}${part}`];
  }
  const operation = rows.filter(({ kind }) => kind === "operation").at(-1);
  if (operation && context.params.operation === undefined)
    return [`next: bsk debug operation ${shortId(operation.id)}${session}`];
  return run.state === "capturing"
    ? [`next: bsk debug timeline${sameFlags(context, ["since"])} --since ${since}`]
    : [];
}

/** The short form of where to read on; it goes into a command. */
function placeOf(from: string): string {
  return /^d[0-9a-f]{12}:([a-z]\d{1,15}(?::end)?)$/.exec(from)?.[1] ?? "0";
}
