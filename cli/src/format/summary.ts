import { counted, isBrowserMade, milliseconds, requestKind, shortId } from "@bsk/core";
import type { ActionResults, Coverage, RequestRow, RunSummary } from "@bsk/schema";
import { consoleOrigin, consoleText } from "./console.js";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, statusOf } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { cut, cutMiddle, localUrl, sharedOrigin } from "./shorten.js";

const MAX_ROWS = 3;

/** The first thing to read in a run: counts, and the ids to read next. No verdicts. */
export function formatSummary(
  { run, summary }: ActionResults["debug/summary"],
  context: FormatContext,
): string {
  const { requests, failed, http_errors, slow, slow_ms, console_errors, operations, gaps } =
    summary;
  const rows = [failed, http_errors, slow].flatMap((refs) => refs.rows);
  const origin = sharedOrigin(rows.map(({ url }) => url)) ?? consoleOrigin(console_errors.entries);
  const states = Object.entries(requests.by_state).map(
    ([state, count]) => `${cut(state, 20)} ${count}`,
  );
  return [
    runLine(run, ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`])),
    `requests ${requests.total} (${kinds(requests)})${states.length > 0 ? `: ${states.join(", ")}` : ""}`,
    ...refs("failed", failed, (row) => requestText(row, origin)),
    ...refs("http errors", http_errors, (row) => requestText(row, origin)),
    ...refs(`slow from ${slow_ms ?? 1000}ms`, slow, (row) => requestText(row, origin)),
    ...refs(
      "console errors",
      { count: console_errors.count, rows: console_errors.entries },
      (entry) => consoleText(entry, 70, origin),
    ),
    ...nearFailures(operations),
    gapLine(gaps, operations.gaps),
    ...limitLines(run.coverage, gaps),
    nextCommand(summary, context),
  ].join("\n");
}

/** `business 4, controlled 1, replayed 1` */
function kinds({ business, controlled = 0, replayed = 0 }: RunSummary["requests"]): string {
  return [
    `business ${business}`,
    ...(controlled > 0 ? [`controlled ${controlled}`] : []),
    ...(replayed > 0 ? [`replayed ${replayed}`] : []),
  ].join(", ");
}

interface Refs<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

function refs<Row>(name: string, { count, rows }: Refs<Row>, text: (row: Row) => string): string[] {
  const shown = rows.slice(0, MAX_ROWS);
  const left = count - shown.length;
  return [
    `${name} ${count}`,
    ...shown.map((row) => `  ${text(row)}`),
    ...(left > 0 && shown.length > 0 ? [`  +${left} more`] : []),
  ];
}

function requestText(row: RequestRow, origin: string | undefined): string {
  const marks = marksOf(row).filter((mark) => mark !== "slow");
  return [
    shortId(row.id),
    cut(row.method, 12),
    statusOf(row),
    milliseconds(row.duration_ms),
    cutMiddle(localUrl(row.url, origin), 50),
    ...marks,
  ].join(" ");
}

function nearFailures({ total, near_failure }: RunSummary["operations"]): string[] {
  const rows = near_failure.map((near) => {
    const ids = [...near.request_ids, ...near.console_ids].slice(0, 5).map(shortId);
    const target =
      near.target === undefined ? "" : ` ${cut(near.target, 40).replace(/[\s:]+$/, "")}`;
    const facts = [...(near.error === undefined ? [] : [cut(near.error, 60)]), ids.join(" ")];
    const told = facts.filter(Boolean).join("  ");
    const name = `${shortId(near.operation_id)} ${cut(near.method, 20)}${target}`;
    return told === "" ? name : `${name}: ${told}`;
  });
  return [
    `${counted(total, "operation")}, with a failure near ${near_failure.length}`,
    ...rows.slice(0, MAX_ROWS).map((row) => `  ${row}`),
    ...(rows.length > MAX_ROWS ? [`  +${rows.length - MAX_ROWS} more`] : []),
  ];
}

function gapLine(
  gaps: readonly Coverage[],
  ofOperations: RunSummary["operations"]["gaps"],
): string {
  const flags = gaps.map(({ flag, count }) =>
    count === undefined || count === 1 ? flag : `${flag}×${count}`,
  );
  const names = Object.entries(ofOperations ?? {}).map(([gap, n]) => `${cut(gap, 60)}×${n}`);
  const inOperations = names.length === 0 ? "" : `  in operations: ${names.join(" ")}`;
  return `gaps ${flags.length === 0 ? "none" : flags.join(" ")}${inOperations}`;
}

/** What no run sees, and this one neither: by name, as its coverage has it. */
function limitLines(coverage: readonly Coverage[], gaps: readonly Coverage[]): string[] {
  const told = new Set(gaps.map(({ flag }) => flag));
  const standing = coverage.map(({ flag }) => flag).filter((flag) => !told.has(flag));
  return standing.length === 0 ? [] : [`limits ${standing.join(" ")}`];
}

function nextCommand(
  { operations, http_errors, failed }: RunSummary,
  context: FormatContext,
): string {
  const session = sessionFlag(context) + runFlag(context);
  const failures = [...failed.rows, ...http_errors.rows]
    .filter((row) => !isBrowserMade(row))
    .sort((one, other) => other.started_at - one.started_at);
  const business = failures.find((row) => requestKind(row) === "business");
  const { near_failure: nears } = operations;
  const near = nears.find(({ request_ids: ids }) => business && ids.includes(business.id));
  const operation = near ?? (business === undefined ? nears[0] : undefined);
  if (operation) return `next: bsk debug operation ${shortId(operation.operation_id)}${session}`;
  const row = business ?? failures[0];
  if (row) return `next: bsk debug request ${shortId(row.id)}${session} --part response`;
  return `next: bsk debug ${operations.total > 0 ? "operations" : "requests"}${session}`;
}
