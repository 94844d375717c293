import type { ActionResults, ConsoleRow, NetworkRow } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { oneLine } from "./printable.js";
import { sameFlags } from "./sameFlags.js";
import { cutMiddle, placeOf, quote } from "./shorten.js";
import { clock } from "./units.js";

const URL_CHARS = 120;

interface Place {
  readonly next_since: number;
  readonly more: number;
  readonly dropped: number;
}

/** `12  16:45:36.133  error ×2 "save failed" /profile.js:65:11` */
export function formatMessages(
  { messages, ...place }: ActionResults["page/console"],
  context: FormatContext,
): string {
  const lines = messages.flatMap((row) => [messageLine(row), ...(row.stack ?? []).map(stackLine)]);
  return around(lines, { what: "messages", command: "console", place }, context);
}

/** `7  16:45:36.120  GET 200 Document http://localhost:3000/` */
export function formatNetwork(
  { requests, ...place }: ActionResults["page/network"],
  context: FormatContext,
): string {
  return around(
    requests.map(requestLine),
    { what: "requests", command: "network", place },
    context,
  );
}

function messageLine({
  seq,
  at,
  level,
  origin,
  text,
  count,
  url,
  line,
  column,
  stack = [],
}: ConsoleRow): string {
  // Where a stack follows, its first frame says it.
  const isTold = url === undefined || stack.length > 0;
  const place = isTold ? "" : cutMiddle(url, URL_CHARS) + placeOf({ line, column });
  const words = [
    level,
    origin === "exception" ? "uncaught" : "",
    count > 1 ? `×${count}` : "",
    quote(text, 4096),
    place,
  ];
  return `${seq}  ${clock(at)}  ${words.filter(Boolean).join(" ")}`;
}

function stackLine(frame: string): string {
  return `  at ${oneLine(frame).replace(/:0:0$/, "")}`;
}

function requestLine(row: NetworkRow): string {
  const { seq, at, method, status, error_text, resource_type, url } = row;
  const outcome = error_text === undefined ? String(status ?? "-") : oneLine(error_text);
  const words = [method, outcome, resource_type].map((word) => oneLine(word));
  return `${seq}  ${clock(at)}  ${words.join(" ")} ${cutMiddle(url, URL_CHARS)}`;
}

interface Listing {
  readonly what: string;
  readonly command: string;
  readonly place: Place;
}

function around(
  lines: readonly string[],
  { what, command, place }: Listing,
  context: FormatContext,
): string {
  const { next_since, more, dropped } = place;
  const next = `next: bsk ${command}${sameFlags(context, ["since"])} --since ${next_since}`;
  return [
    ...(lines.length === 0 ? [`0 ${what}`] : lines),
    ...(dropped > 0 ? [`${dropped} earlier ones are not kept any more`] : []),
    more > 0 ? `${more} more  ${next}` : next,
  ].join("\n");
}
