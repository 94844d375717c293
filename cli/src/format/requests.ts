import { counted, isFailure, milliseconds, partToRead, shortId, table } from "@bsk/core";
import type { ActionResults, RequestFold } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, requestCells } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, localUrl, sharedOrigin } from "./shorten.js";
import { bytes } from "./units.js";

type RequestListing = ActionResults["debug/listing"];

const DEFAULT_LIMIT = 30;
const MOST_ROWS = 100;
/** The marks stand in one column behind it, whatever the longest URL. */
const URL_WIDTH = 60;

/** One row a template, what was left out last. */
export function formatRequests(listing: RequestListing, context: FormatContext): string {
  const { run, folds, matched, total } = listing;
  const origin = sharedOrigin(folds.map(({ first }) => first.url));
  const { fields } = context.params;
  const rows = Array.isArray(fields)
    ? fieldRows(folds, fields.map(String), origin)
    : foldRows(folds, origin);
  const dropped = run.counts.dropped_requests;
  return [
    runLine(
      run,
      matchPart(matched, total),
      ...(dropped > 0 ? [`${dropped} evicted`] : []),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...rows,
    ...leftOut(listing, context),
    ...nextLine(listing, context),
  ].join("\n");
}

function foldRows(folds: readonly RequestFold[], origin: string | undefined): string[] {
  const numbers = table(
    folds.map((fold) => numberCells(fold)),
    ["left", "left", "left", "right", "right"],
  );
  const urls = folds.map(({ url }) => cutMiddle(localUrl(url, origin), URL_WIDTH));
  const width = Math.max(...urls.map(({ length }) => length));
  return folds.map((fold, index) => {
    const url = (urls[index] ?? "").padEnd(width);
    return `${numbers[index]}  ${url}  ${marksText(fold)}`.trimEnd();
  });
}

/** What was asked for by --fields and nothing else, under its names: `n12  422  118  /api/profile`. */
function fieldRows(
  folds: readonly RequestFold[],
  fields: readonly string[],
  origin: string | undefined,
): string[] {
  const rows = folds.map(({ first }) => {
    const values = new Map<string, unknown>(Object.entries(first));
    const cells = fields.map((field) => cut(plain(values.get(field)), 80));
    return [shortId(first.id), ...cells, cutMiddle(localUrl(first.url, origin), URL_WIDTH)];
  });
  return table([["id", ...fields.map((field) => cut(field, 32)), "url"], ...rows]);
}

function matchPart(matched: number, total: number): string {
  if (matched === total) return counted(total, "request");
  return matched === 0 ? `0 of ${total} match` : `${counted(total, "request")}, ${matched} match`;
}

/** `n9×3 GET 200 ~11ms ~812B`: of several the medians. */
function numberCells({ first, count, duration_ms, bytes: size }: RequestFold): string[] {
  const [id = "", method = "", status = "", ...own] = requestCells(first);
  if (count === 1) return [id, method, status, ...own];
  return [`${id}×${count}`, method, status, `~${milliseconds(duration_ms)}`, `~${bytes(size)}`];
}

/** What decides diagnoses. */
function marksText(fold: RequestFold): string {
  const { first, count, link } = fold;
  const marks = [linkText(link), ...marksOf(first)];
  return [...marks, count === 1 ? "" : burst(fold)].filter(Boolean).join(" ");
}

/** `a3 initiator` */
function linkText(link: RequestFold["link"]): string {
  return link === undefined ? "" : `${shortId(link.operation_id)} ${link.relation}`;
}

/** `3 within 300ms: n9 n10 n11`; of more than four the first stands at the row's start: `to n41 in 300ms`. */
function burst({ count, span_ms, ids }: RequestFold): string {
  const span = milliseconds(span_ms);
  const short = ids.map(shortId);
  if (count > short.length) return `to ${short.at(-1)} in ${span}`;
  return `${count} within ${span}: ${short.join(" ")}`;
}

function plain(value: unknown): string {
  if (value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `16 not shown: 12 static, 4 past --limit 2`, and where another command is next, the one that goes on. */
function leftOut(listing: RequestListing, context: FormatContext): string[] {
  const { hidden, past_limit: past } = listing;
  const { limit = DEFAULT_LIMIT } = context.params;
  const counts: [number, string][] = [
    [hidden.static, "static"],
    [hidden.extension, "extension"],
    [past, `past --limit ${limit}`],
  ];
  const some = counts.filter(([count]) => count > 0);
  if (some.length === 0) return [];
  const all = some.reduce((sum, [count]) => sum + count, 0);
  const isHidden = hidden.static + hidden.extension > 0;
  const parts = some.map((part) => part.join(" ")).join(", ");
  return [
    `${all} not shown: ${parts}${isHidden ? "; --all hides none" : ""}`,
    ...(past > 0 && failureIn(listing) ? [`more: ${moreCommand(listing, context)}`] : []),
  ];
}

function failureIn({ folds }: RequestListing): RequestFold | undefined {
  return folds.find(({ first }) => isFailure(first));
}

function nextLine(listing: RequestListing, context: FormatContext): string[] {
  const failed = failureIn(listing);
  const pick = failed ?? listing.folds[0];
  if (listing.past_limit > 0 && !failed) return [`next: ${moreCommand(listing, context)}`];
  return pick === undefined
    ? []
    : [
        `next: bsk debug request ${shortId(pick.first.id)}${sessionFlag(context)}${runFlag(context)} --part ${partToRead(pick.first)}`,
      ];
}

/** More rows as far as an answer goes; then those that are left, unfolded, by their cursor. */
function moreCommand({ next_since: next }: RequestListing, context: FormatContext): string {
  const { limit = DEFAULT_LIMIT } = context.params;
  const command = "bsk debug requests";
  if (next !== undefined) return `${command}${sameFlags(context, ["since"])} --since ${next}`;
  if (Number(limit) < MOST_ROWS)
    return `${command}${sameFlags(context, ["limit"])} --limit ${MOST_ROWS}`;
  return `${command}${sameFlags(context, ["all"])} --all`;
}
