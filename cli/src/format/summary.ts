import { counted, isBrowserMade, milliseconds, partToRead, requestKind, shortId } from "@bsk/core";
import type { ActionResults, ConsoleRecord, Coverage, RequestRow, RunSummary } from "@bsk/schema";
import { consoleOrigin, consoleText } from "./console.js";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, statusOf } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { cut, cutMiddle, localUrl, sharedOrigin } from "./shorten.js";

/** How much is told of what there is more of; the counts are always whole. */
interface Room {
  readonly rows: number;
  readonly rowChars: number;
  readonly gaps: number;
}

const MAX_BYTES = 1536;
/** An ordinary run has all the room; where everything went wrong less of each is named. */
const ROOMS: readonly Room[] = [
  { rows: 3, rowChars: 240, gaps: 40 },
  { rows: 3, rowChars: 100, gaps: 12 },
  { rows: 2, rowChars: 80, gaps: 8 },
  { rows: 1, rowChars: 80, gaps: 6 },
];

/** The first thing to read in a run: counts, and the ids to read next. No verdicts. Under 1.5 KiB. */
export function formatSummary(
  result: ActionResults["debug/summary"],
  context: FormatContext,
): string {
  let text = "";
  for (const room of ROOMS) {
    text = withRoom(result, context, room);
    if (Buffer.byteLength(text) < MAX_BYTES) break;
  }
  return text;
}

function withRoom(
  { run, summary }: ActionResults["debug/summary"],
  context: FormatContext,
  room: Room,
): string {
  const { requests, failed, http_errors, slow, slow_ms, console_errors, operations, gaps } =
    summary;
  const rows = [failed, http_errors, slow].flatMap((refs) => refs.rows);
  const origin = sharedOrigin(rows.map(({ url }) => url)) ?? consoleOrigin(console_errors.entries);
  const states = Object.entries(requests.by_state).map(
    ([state, count]) => `${cut(state, 20)} ${count}`,
  );
  const ofRequest = (row: RequestRow): RefText => ({ text: requestText(row, origin), count: 1 });
  const ofError = (entry: ConsoleRecord): RefText => ({
    text: consoleText(entry, 70, origin),
    count: entry.count,
  });
  return [
    runLine(run, ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`])),
    `requests ${requests.total} (${kinds(requests)})${states.length > 0 ? `: ${states.join(", ")}` : ""}`,
    ...refs("failed", failed, { ...room, all: "requests --failed" }, ofRequest),
    ...refs("http errors", http_errors, { ...room, all: "requests --status 4xx,5xx" }, ofRequest),
    ...refs(`slow from ${slow_ms ?? 1000}ms`, slow, { ...room, all: "requests" }, ofRequest),
    ...refs(
      "console errors",
      { count: console_errors.count, rows: console_errors.entries },
      { ...room, all: "console --level error" },
      ofError,
    ),
    ...nearFailures(operations, room),
    gapLine(gaps, operations.gaps, room),
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

/** A row, and how many of the count it stands for. */
interface RefText {
  readonly text: string;
  readonly count: number;
}

function refs<Row>(
  name: string,
  { count, rows }: Refs<Row>,
  room: Room & { readonly all: string },
  textOf: (row: Row) => RefText,
): string[] {
  const shown = rows.slice(0, room.rows).map(textOf);
  const left = count - shown.reduce((sum, row) => sum + row.count, 0);
  return [
    `${name} ${count}`,
    ...shown.map(({ text }) => `  ${cut(text, room.rowChars)}`),
    ...(left > 0 && shown.length > 0 ? [`  +${left} more: debug ${room.all}`] : []),
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

function nearFailures(
  { total, near_failure }: RunSummary["operations"],
  { rows: most }: Room,
): string[] {
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
    ...rows.slice(0, most).map((row) => `  ${row}`),
    ...(rows.length > most ? [`  +${rows.length - most} more: debug operations`] : []),
  ];
}

function gapLine(
  gaps: readonly Coverage[],
  ofOperations: RunSummary["operations"]["gaps"],
  room: Room,
): string {
  const flags = gaps.map(({ flag, count }) =>
    count === undefined || count === 1 ? flag : `${flag}×${count}`,
  );
  const names = Object.entries(ofOperations ?? {}).map(([gap, n]) => `${cut(gap, 60)}×${n}`);
  const inOperations = names.length === 0 ? "" : `  in operations: ${most(names, room.gaps)}`;
  return `gaps ${flags.length === 0 ? "none" : most(flags, room.gaps)}${inOperations}`;
}

function most(names: readonly string[], count: number): string {
  const left = names.length - count;
  return [...names.slice(0, count), ...(left > 0 ? [`+${left} more`] : [])].join(" ");
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
  if (row) return `next: bsk debug request ${shortId(row.id)}${session} --part ${partToRead(row)}`;
  return `next: bsk debug ${operations.total > 0 ? "operations" : "requests"}${session}`;
}
