import { counted, isFailure, milliseconds, shortId, table } from "@bsk/core";
import type { ActionResults, RequestFold, RequestRow } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, requestCells } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { cut, cutMiddle, localUrl, sharedOrigin } from "./shorten.js";
import { bytes } from "./units.js";

type RequestListing = ActionResults["debug/listing"];

const URL_WIDTH = 72;
/** Wider paths are not padded to: beside long ones padding is most of a list. */
const ALIGNED_WIDTH = 24;

/** One row a template, what was left out last. */
export function formatRequests(listing: RequestListing, context: FormatContext): string {
  const { run, folds, matched, total } = listing;
  const origin = sharedOrigin(folds.map(({ first }) => first.url));
  const numbers = table(
    folds.map((fold) => numberCells(fold)),
    ["left", "left", "left", "right", "right"],
  );
  const urls = folds.map(({ url }) => cutMiddle(localUrl(url, origin), URL_WIDTH));
  const width = Math.min(ALIGNED_WIDTH, Math.max(...urls.map(({ length }) => length)));
  const rows = folds.map((fold, index) => {
    const url = (urls[index] ?? "").padEnd(width);
    return `${numbers[index]}  ${url}  ${marksText(fold, context)}`.trimEnd();
  });
  const dropped = run.counts.dropped_requests;
  return [
    runLine(
      run,
      matchPart(matched, total),
      ...(dropped > 0 ? [`${dropped} evicted`] : []),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...rows,
    ...leftOut(listing),
    ...nextLine(listing, context),
  ].join("\n");
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

/** What decides diagnoses, and what was asked for by --fields. */
function marksText(fold: RequestFold, context: FormatContext): string {
  const { first, count, link } = fold;
  const marks = [linkText(link), ...marksOf(first), ...fieldMarks(first, context)];
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

function leftOut({ hidden, past_limit: past }: RequestListing): string[] {
  const isHidden = hidden.static + hidden.extension > 0;
  const counts: [string, number][] = [
    ["static", hidden.static],
    ["extension", hidden.extension],
    ["past --limit", past],
  ];
  const some = counts.filter(([, count]) => count > 0);
  if (some.length === 0) return [];
  const all = some.reduce((sum, [, count]) => sum + count, 0);
  const parts = some.map((part) => part.join(" ")).join(", ");
  return [`${all} not shown (${parts})${isHidden ? "; --all shows every request" : ""}`];
}

function nextLine({ folds, past_limit: past }: RequestListing, context: FormatContext): string[] {
  const session = sessionFlag(context);
  const run = runFlag(context);
  const failed = folds.find(({ first }) => isFailure(first));
  const pick = failed ?? folds[0];
  if (past > 0 && !failed) return [`next: bsk debug requests${session}${run} --limit 100`];
  return pick === undefined
    ? []
    : [`next: bsk debug request ${shortId(pick.first.id)}${session}${run} --part response`];
}
