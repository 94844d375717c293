import { type RequestKind, requestKind } from "@bsk/core";
import type { RequestRow, RunRecord } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { type Fold, foldRows } from "./fold.js";
import { isFailure, marksOf, requestCells, sizeOf } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { cut, cutMiddle, localUrl, sharedOrigin, shortId } from "./shorten.js";
import { table } from "./table.js";
import { bytes, counted, milliseconds } from "./units.js";

/** All that text needs of a list of requests; made of several readings. */
export interface RequestListing {
  readonly run: RunRecord;
  /** Every match, once each. */
  readonly rows: readonly RequestRow[];
  readonly total: number;
  /** False: there were more than are read for one listing. */
  readonly isComplete: boolean;
  /** `a3 initiator` by request id. */
  readonly links: ReadonlyMap<string, string>;
}

const DEFAULT_LIMIT = 30;
const URL_WIDTH = 72;

/** One row a template, what was left out last. */
export function formatRequests(listing: RequestListing, context: FormatContext): string {
  const { run, rows, total, links } = listing;
  const { all, kind, resource_type, limit } = context.params;
  const isWhole = all === true;
  const isPlain = isWhole || kind !== undefined || resource_type !== undefined;
  const hidden = isPlain ? [] : rows.filter(isBackground);
  const visible = isPlain ? rows : rows.filter((row) => !isBackground(row));
  const tag = (row: RequestRow): string => links.get(row.id) ?? "";
  const folds = isWhole
    ? visible.map((row): Fold => ({ first: row, rows: [row], url: row.url }))
    : foldRows(visible, tag);
  const shown = folds.slice(0, typeof limit === "number" ? limit : DEFAULT_LIMIT);
  const origin = sharedOrigin(shown.map(({ first }) => first.url));
  const lines = table(
    shown.map((fold) => foldCells(fold, tag(fold.first), origin, context)),
    ["left", "left", "left", "right", "right"],
  );
  const past = folds.slice(shown.length).reduce((sum, fold) => sum + fold.rows.length, 0);
  const dropped = run.counts.dropped_requests;
  return [
    runLine(
      run,
      matchPart(rows.length, total),
      ...(dropped > 0 ? [`${dropped} evicted`] : []),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...lines,
    ...leftOut(hidden, past, listing.isComplete),
    ...nextLine(shown, past, context),
  ].join("\n");
}

function matchPart(matched: number, total: number): string {
  if (matched === total) return counted(total, "request");
  return matched === 0 ? `0 of ${total} match` : `${counted(total, "request")}, ${matched} match`;
}

function kindOf(row: RequestRow): RequestKind {
  return requestKind({ ...row, record: "request" });
}

/** Static files and extensions' traffic; what failed is never background. */
function isBackground(row: RequestRow): boolean {
  return !isFailure(row) && kindOf(row) !== "business";
}

function foldCells(
  fold: Fold,
  link: string,
  origin: string | undefined,
  context: FormatContext,
): string[] {
  const { first, rows } = fold;
  const [id = "", method = "", status = "", duration = "", size = ""] = requestCells(first);
  const url = cutMiddle(localUrl(fold.url, origin), URL_WIDTH);
  const marks = [link, ...marksOf(first), ...fieldMarks(first, context)];
  if (rows.length === 1)
    return [id, method, status, duration, size, url, marks.filter(Boolean).join(" ")];
  return [
    `${id}×${rows.length}`,
    method,
    status,
    `~${milliseconds(median(rows.map((row) => row.duration_ms)))}`,
    `~${bytes(median(rows.map(sizeOf)))}`,
    url,
    [...marks, burst(rows)].filter(Boolean).join(" "),
  ];
}

/** `3 within 300ms: n9 n10 n11`; of more than four the first, at the row's start, and the last are named. */
function burst(rows: readonly RequestRow[]): string {
  const starts = rows.map(({ started_at }) => started_at);
  const span = milliseconds(Math.max(...starts) - Math.min(...starts));
  const ids = rows.map(({ id }) => shortId(id));
  if (ids.length > 4) return `within ${span}, last ${ids.at(-1)}`;
  return `${ids.length} within ${span}: ${ids.join(" ")}`;
}

/** The optional metadata that was asked for by --fields. */
function fieldMarks(row: RequestRow, { params }: FormatContext): string[] {
  const { fields } = params;
  if (!Array.isArray(fields)) return [];
  const values = new Map<string, unknown>(Object.entries(row));
  return fields.flatMap((field: unknown) => {
    const value = values.get(String(field));
    return value === undefined ? [] : [`${cut(String(field), 32)}=${cut(plain(value), 80)}`];
  });
}

function plain(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  return known[Math.floor(known.length / 2)];
}

function leftOut(hidden: readonly RequestRow[], past: number, isComplete: boolean): string[] {
  const extension = hidden.filter((row) => kindOf(row) === "extension").length;
  const count = hidden.length + past;
  const lines: string[] = [];
  if (count > 0) {
    const counts: [string, number][] = [
      ["static", hidden.length - extension],
      ["extension", extension],
      ["past --limit", past],
    ];
    const parts = counts.filter(([, some]) => some > 0).map((part) => part.join(" "));
    lines.push(
      `${count} not shown (${parts.join(", ")})${hidden.length > 0 ? "; --all shows every request" : ""}`,
    );
  }
  if (!isComplete)
    lines.push("more requests than one listing reads; narrow it with --url, --status, --since");
  return lines;
}

function nextLine(shown: readonly Fold[], past: number, context: FormatContext): string[] {
  const session = sessionFlag(context);
  const run = runFlag(context);
  const failed = shown.find(({ first }) => isFailure(first));
  const pick = failed ?? shown[0];
  if (past > 0 && !failed) return [`next: bsk debug requests${session}${run} --limit 100`];
  return pick === undefined
    ? []
    : [`next: bsk debug request ${shortId(pick.first.id)}${session}${run} --part response`];
}
