import { absentField, isFailure, milliseconds, partToRead, shortId, table } from "@bsk/core";
import type {
  ActionResults,
  FieldChain,
  FieldValue,
  LinkedOperation,
  PassedText,
  RelatedConsole,
  RequestRow,
} from "@bsk/schema";
import { consoleText } from "./console.js";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { deed, stateOf } from "./operations.js";
import { marksOf, requestCells } from "./requestRow.js";
import { cut, cutMiddle, localUrl, quote, sharedOrigin } from "./shorten.js";
import { clock } from "./units.js";

/** The answer, and the start of each error body by request id. */
export interface OperationReading {
  readonly result: ActionResults["debug/operation"];
  readonly errorBodies: ReadonlyMap<string, string>;
  /** Epoch ms when it was asked; undefined: long after. */
  readonly now?: number;
}

const INDENT = "         ";
const MAX_REQUESTS = 8;
const MAX_ROWS = 5;
const TOLD_LISTS: readonly string[] = ["console", "evidence.fields", "evidence.changes"];
/** Of an error body. */
const BODY_CHARS = 300;

/** What happened when it was done, with every fact in under 2 KiB for an ordinary save. */
export function formatOperation(
  { result, errorBodies, now }: OperationReading,
  context: FormatContext,
): string {
  const { operation, evidence, requests } = result;
  const error = operation.error === undefined ? [] : [cut(operation.error, 200)];
  return [
    `${shortId(operation.id)} ${deed(operation)}  ${operation.source}  ${clock(operation.started_at)}  ${stateOf(operation)}`,
    ...labelled("error", error),
    ...labelled("fields", fieldLines(evidence.fields, operation)),
    ...labelled("requests", [
      ...requestLines(result, errorBodies, context),
      ...windowLines(result, now),
    ]),
    ...labelled("console", consoleLines(result.console, requests)),
    ...labelled("page", changeLines(evidence)),
    ...labelled("gaps", [evidence.gaps.map((gap) => cut(gap, 60)).join(" ") || "none"]),
    ...labelled("cut", cutLines(result, context)),
    ...nextLine(result, context),
  ].join("\n");
}

function labelled(name: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? name.padEnd(INDENT.length) : INDENT) + line);
}

function capped(lines: readonly string[], max: number): string[] {
  return lines.length <= max ? [...lines] : [...lines.slice(0, max), moreIn(lines.length - max)];
}

function moreIn(count: number): string {
  return `+${count} more: --json has them`;
}

/** Fields that changed, also afterwards, or were sent otherwise than shown; the others are counted. */
function fieldLines(fields: readonly FieldChain[], operation: LinkedOperation): string[] {
  const told = fields.filter(
    (field) =>
      !isSame(field.before, field.input) || isSentOtherwise(field) || isLater(field, operation),
  );
  const lines = told.flatMap((field) => [
    `${calledAmong(fields, field)} ${shown(field.before)} → ${shown(field.input)}`,
    ...field.submitted.map((value) => `  submitted ${located(value)}`),
    ...field.response.filter(isKnown).map((value) => `  response ${located(value)}`),
    ...(isKnown(field.later) ? [`  later ${located(field.later)}`] : []),
  ]);
  const rest = fields.filter((field) => !told.includes(field));
  // What is masked may have changed all the same.
  const unchanged = rest.filter(({ input }) => input.state === "available");
  const sent = unchanged.filter(({ submitted }) => submitted.some(isKnown)).length;
  const counts: [number, string][] = [
    [unchanged.length - sent, "unchanged"],
    [sent, "unchanged and sent so"],
    [rest.length - unchanged.length, "not comparable"],
  ];
  const folded = counts.filter(([count]) => count > 0).map((count) => count.join(" "));
  return [...capped(lines, 16), ...(folded.length > 0 ? [folded.join(", ")] : [])];
}

/** A name that several fields have says too little. */
function calledAmong(fields: readonly FieldChain[], { name, label }: FieldChain): string {
  if (name === undefined) return cut(label, 40);
  const isShared = fields.filter((other) => other.name === name).length > 1;
  return cut(name, 40) + (isShared ? ` ${quote(label, 40)}` : "");
}

/** A body holds another value than the page showed, or a rule had its hand in; what is masked is told where it was sent. */
function isSentOtherwise({ input, submitted }: FieldChain): boolean {
  return submitted.some((value) => {
    if (value.looked_for !== undefined)
      return (value.rule_id ?? value.masked_at ?? value.in_list_at) !== undefined;
    if (value.state !== "available") return isKnown(value) && value.reason !== "shared_name";
    return value.value !== input.value;
  });
}

/** The operation's own readings show another value in the end; a later load shows what others did, too. */
function isLater({ input, later }: FieldChain, operation: LinkedOperation): boolean {
  const own = [operation.after, ...(operation.observations ?? [])];
  return isKnown(later) && own.includes(later.source) && !isSame(input, later);
}

/** Of two values that were cut nobody knows. */
function isSame(one: FieldValue, other: FieldValue): boolean {
  return one.state === other.state && one.value === other.value && one.state !== "truncated";
}

function isKnown({ state }: FieldValue): boolean {
  return state !== "missing" && state !== "unavailable";
}

function shown({ state, value }: FieldValue): string {
  if (state === "available" && value !== undefined) return quote(value, 60);
  return value === undefined ? `(${state})` : `${quote(value, 60)} (${state})`;
}

function located(value: FieldValue): string {
  const absent = absentField(value);
  if (absent !== undefined) return cut(absent, 240);
  const pointer = value.pointer === undefined ? "" : `${cut(value.pointer, 60)} `;
  const source = value.source === undefined ? "" : ` (${shortId(value.source)})`;
  const among = value.state === "ambiguous" ? amongText(value) : shown(value);
  return `${pointer}${among}${source}`;
}

/** Never without between what. */
function amongText({ between = [], reason }: FieldValue): string {
  if (reason === "shared_name") return "(ambiguous: other fields of the page have its name)";
  if (reason === "no_name") return "(ambiguous: the field has no name)";
  return between.length === 0
    ? "(ambiguous)"
    : `(ambiguous: ${between.map((pointer) => cut(pointer, 60)).join(", ")})`;
}

function requestLines(
  { operation, requests }: OperationReading["result"],
  errorBodies: ReadonlyMap<string, string>,
  context: FormatContext,
): string[] {
  const origin = sharedOrigin(requests.map(({ url }) => url));
  // Failures first would break the order in time; they are kept whichever rows are cut.
  const failures = requests
    .filter((row) => isFailure(row) || errorBodies.has(row.id))
    .slice(0, MAX_REQUESTS);
  const others = requests.filter((row) => !failures.includes(row));
  const kept = new Set([...failures, ...others.slice(0, MAX_REQUESTS - failures.length)]);
  const rows = requests.filter((row) => kept.has(row));
  const lines = table(
    rows.map((row) => [
      ...requestCells(row),
      cutMiddle(localUrl(row.url, origin), 72),
      [row.relation ?? "", ...marksOf(row)].filter(Boolean).join(" "),
    ]),
    ["left", "left", "left", "right", "right"],
  ).flatMap((line, index) => {
    const body = errorBodies.get(rows[index]?.id ?? "");
    return body === undefined ? [line] : [line, `body ${cut(body, BODY_CHARS)}`];
  });
  // The answer itself may have left rows out: the operation's ids are dropped last.
  const left = Math.max(requests.length, operation.request_ids.length) - rows.length;
  if (lines.length + left === 0) return evictedLines(operation) ?? ["none"];
  return [
    ...lines,
    ...(left > 0
      ? [
          `+${left} not shown  next: bsk debug requests${sessionFlag(context)}${runFlag(context)} --limit 100`,
        ]
      : []),
    ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ...(evictedLines(operation) ?? []),
  ];
}

function evictedLines({ evicted_requests: count }: LinkedOperation): string[] | undefined {
  return count === undefined ? undefined : [`${count} evicted: the run had no room for them`];
}

/** What came after it, or is still to come, is not among these: its absence proves nothing. */
function windowLines(
  { run, operation }: OperationReading["result"],
  now = Number.POSITIVE_INFINITY,
): string[] {
  const { window_cut: cut, window_end: end = 0 } = operation;
  if (cut !== undefined) {
    const by = cut.by === undefined ? "the end of the run" : shortId(cut.by);
    return [`window cut after ${milliseconds(cut.after_ms)} by ${by}`];
  }
  return run.state === "capturing" && now < end
    ? [`window open for ${milliseconds(end - now)} more: ask again`]
    : [];
}

function consoleLines(
  entries: readonly RelatedConsole[],
  requests: readonly RequestRow[],
): string[] {
  if (entries.length === 0) return ["none"];
  // The origin that the requests name. Where they name none, each entry says its own.
  const origin = sharedOrigin(requests.map(({ url }) => url));
  // Errors stand in their time, and are kept whichever rows are cut.
  const errors = entries.filter(({ level }) => level === "error").slice(0, MAX_ROWS);
  const others = entries.filter((entry) => !errors.includes(entry));
  const kept = new Set([...errors, ...others.slice(0, MAX_ROWS - errors.length)]);
  const left = entries.length - kept.size;
  return [
    ...entries
      .filter((entry) => kept.has(entry))
      .map(
        (entry) =>
          consoleText(entry, 160, origin) + (entry.relation === "delayed" ? "  delayed" : ""),
      ),
    ...(left > 0 ? [moreIn(left)] : []),
  ];
}

function changeLines({ changes, gaps }: ActionResults["debug/operation"]["evidence"]): string[] {
  const { passed } = changes;
  const unread = gaps.includes("dialog_open")
    ? "a dialog opened: what it led to stands with its answer"
    : "(unavailable)";
  const isKnown = changes.state === "available";
  const lines = [
    ...(isKnown ? [] : [unread]),
    // What the page announced first: an alert that went is what one would have missed.
    ...passed.filter(({ live }) => live !== undefined).map(passedLine),
    ...counts(changes.added).map((line) => `+ ${line}`),
    ...counts(changes.removed).map((line) => `- ${line}`),
    ...passed.filter(({ live }) => live === undefined).map(passedLine),
  ];
  if (lines.length === 0) return ["no text changed"];
  return [...capped(lines, MAX_ROWS), ...(changes.truncated ? ["more changed than was kept"] : [])];
}

/** `"Item 1" ×2` */
function counts(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => {
    const count = texts.filter((other) => other === text).length;
    return quote(text, 100) + (count > 1 ? ` ×${count}` : "");
  });
}

/** `~ "Saved"  alert, came and went 2100ms` */
function passedLine({ text, at, until, live }: PassedText): string {
  const how = live === undefined ? "" : `${live}, `;
  const lasted = until === undefined ? "" : ` ${milliseconds(until - at)}`;
  return `~ ${quote(text, 100)}  ${how}came and went${lasted}`;
}

/** What else the budget took, by name; requests are counted where they stand. */
function cutLines({ output }: OperationReading["result"], context: FormatContext): string[] {
  const names = output.omitted.filter((name) => TOLD_LISTS.includes(name));
  if (names.length === 0) return [];
  const flags = sessionFlag(context) + runFlag(context);
  const list = names.map((name) => name.replace("evidence.", "")).join(", ");
  return [`${list}  all with bsk debug export${flags} --output FILE`];
}

function nextLine(
  { operation, requests, evidence, console }: OperationReading["result"],
  context: FormatContext,
): string[] {
  const session = sessionFlag(context) + runFlag(context);
  const to = (row: RequestRow, rather: "request" | "response"): string[] => [
    `next: bsk debug request ${shortId(row.id)}${session} --part ${partToRead(row, rather)}`,
  ];
  const failed = requests.find(isFailure);
  if (failed) return to(failed, "request");
  const told = new Set(evidence.failures_told?.map(({ request_id: id }) => id));
  const saying = requests.find(({ id }) => told.has(id));
  if (saying) return to(saying, "response");
  if (console.some(({ level }) => level === "error"))
    return [`next: bsk debug console${session} --level error`];
  const [first] = requests;
  const answer = evidence.gaps.includes("dialog_open") ? operation.window_cut?.by : undefined;
  if (!first && answer !== undefined)
    return [`next: bsk debug operation ${shortId(answer)}${session}`];
  if (!first) return [`next: bsk debug requests${session}`];
  return to(first, "request");
}
