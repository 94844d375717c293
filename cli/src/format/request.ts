import { partToRead, shortId } from "@bsk/core";
import type { ActionResults, Body, RequestRow, WrittenRequest } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { indented, oneLine } from "./printable.js";
import { marksOf, requestCells } from "./requestRow.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, oneLineEntry, placeOf } from "./shorten.js";
import { clock } from "./units.js";

/** CDP's word for a phase that this request did not have. */
const NOT_REACHED = -1;

/** One request: its row, then the part that was asked for. */
export function formatRequest(
  { request, written }: ActionResults["debug/request"],
  context: FormatContext,
): string {
  if (written) return writtenLines(written, context);
  const part = context.params.part ?? "metadata";
  const head = [...requestCells(request), cutMiddle(request.url, 300), ...marksOf(request)].join(
    "  ",
  );
  return [head, ...partLines(String(part), request, context)].join("\n");
}

/** To be run as it stands: what is said beside it is a comment, or stays out of raw HTTP. */
function writtenLines(
  { text, placeholders, left_out: left }: WrittenRequest,
  { params }: FormatContext,
): string {
  if (params.as === "http") return text;
  const mark = params.as === "curl" ? "#" : "//";
  const needsBash = params.as === "curl" && /\$'(?:[^'\\]|\\.)*\\U/s.test(text);
  return [
    ...(needsBash ? [`${mark} for bash or zsh: not every shell knows $'…'`] : []),
    ...(placeholders.length > 0 ? [`${mark} fill in: ${placeholders.join(", ")}`] : []),
    ...(left.length > 0 ? [`${mark} left out: ${left.map(oneLine).join(", ")}`] : []),
    text,
  ].join("\n");
}

function partLines(part: string, request: RequestRow, context: FormatContext): string[] {
  const next = (options: string): string =>
    `next: bsk debug request ${shortId(request.id)}${sameFlags(context, ["part", "offset"])} ${options}`;
  switch (part) {
    case "request":
    case "response": {
      const body = part === "request" ? request.request_body : request.response_body;
      return bodyLines(part, body, (offset) => next(`--part ${part} --offset ${offset}`));
    }
    case "headers":
      return [
        ...headerLines("request", request.request_headers),
        ...headerLines("response", request.response_headers),
      ];
    case "timing":
      return timingLines(request);
    default:
      return [...metadataLines(request), next(`--part ${partToRead(request)}`)];
  }
}

function bodyLines(part: string, body: Body, next: (offset: number) => string): string[] {
  const { text, next_offset } = body;
  return [
    `${part} body ${bodyState(body)}`,
    ...(text === undefined ? [] : [indented(text)]),
    ...(next_offset === undefined ? [] : [next(next_offset)]),
  ];
}

/** `available 64 chars`, `omitted (body_limit) 3 bytes` */
export function bodyState({
  state,
  reason,
  chars,
  bytes,
  pointer,
  redacted,
  offset,
  text,
}: Body): string {
  const from = offset ?? 0;
  return [
    state + (reason === undefined ? "" : ` (${reason})`),
    chars === undefined ? "" : `${chars} chars`,
    bytes === undefined ? "" : `${bytes} bytes`,
    text === undefined || from === 0 ? "" : `from ${from}`,
    pointer === undefined || pointer === "" ? "" : `at ${cut(pointer, 200)}`,
    redacted ? "redacted" : "",
  ]
    .filter(Boolean)
    .join("  ");
}

function headerLines(
  side: string,
  headers: Readonly<Record<string, string>> | undefined,
): string[] {
  if (headers === undefined) return [`${side} headers unavailable`];
  const entries = Object.entries(headers);
  return [
    `${side} headers ${entries.length}`,
    ...entries.map(([name, value]) => oneLineEntry(name, value)),
  ];
}

function timingLines({ timing, started_at, finished_at }: RequestRow): string[] {
  return [
    `started ${clock(started_at)}${finished_at === undefined ? "" : `  finished ${clock(finished_at)}`}`,
    ...(timing === undefined
      ? ["timing unavailable"]
      : Object.entries(timing)
          .filter(([, value]) => value !== NOT_REACHED)
          .map(([name, value]) => oneLineEntry(name, String(value)))),
  ];
}

/** `r1 modify applied: displayName → name` */
function ruleText({
  rule_id: id,
  type,
  state,
  error,
  changes = [],
}: NonNullable<RequestRow["intervention"]>): string {
  const facts = [...changes, ...(error === undefined ? [] : [error])];
  const note = type === "mock" && state === "applied" ? " (no server answered)" : "";
  return `${shortId(id)} ${type} ${state}${note}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}`;
}

function metadataLines(request: RequestRow): string[] {
  const { initiator, intervention } = request;
  const [frame] = initiator?.frames ?? [];
  const where = frame ?? initiator;
  const caller = frame?.function === undefined ? "" : ` ${cut(frame.function, 60)}`;
  const place = where?.url === undefined ? "" : ` ${cutMiddle(where.url, 120)}${placeOf(where)}`;
  const from = caller + place;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["started", clock(request.started_at)],
    ["state", request.state],
    ["type", request.resource_type],
    ["mime", request.mime_type],
    ["initiator", initiator && `${initiator.type}${from}`],
    ["rule", intervention && ruleText(intervention)],
    [
      "replay",
      request.replay_id &&
        `${shortId(request.replay_id)} of ${shortId(request.replay_from ?? "?")}`,
    ],
    ["redirected to", request.redirect_to && shortId(request.redirect_to)],
    ["wire status", request.wire_status?.toString()],
    ["request body", bodyState(request.request_body)],
    ["response body", bodyState(request.response_body)],
    [
      "integrity",
      Object.entries(request.integrity)
        .map(([key, value]) => `${key} ${value}`)
        .join(", "),
    ],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name.padEnd(14)}${cut(value, 300)}`] : []));
}
