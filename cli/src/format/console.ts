import { counted, shortId } from "@bsk/core";
import type { ActionResults, ConsoleRecord, WorkerSource } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, placeOf, quote, sharedOrigin } from "./shorten.js";
import { clock } from "./units.js";

/** `c4 error ×2 "save failed 422" profile.js:41:9 in worker app.js`; a place has its origin where `origin` is another one. */
export function consoleText(entry: ConsoleRecord, width: number, origin?: string): string {
  return `${shortId(entry.id)} ${messageText(entry, width, origin)}`;
}

/** What a message's text is made of. */
export type Message = Pick<
  ConsoleRecord,
  "count" | "text" | "stack" | "request_id" | "source_url" | "line" | "column" | "worker"
> & { readonly level: string; readonly origin?: string; readonly source: string };

/** The same without its id; the place has its origin where `origin` is another one. */
export function messageText(entry: Message, width: number, origin?: string): string {
  const [frame] = entry.stack ?? [];
  const url = entry.source_url ?? frame?.url;
  const line = entry.line ?? frame?.line;
  const place =
    url === undefined
      ? ""
      : fileOf(url, origin) + placeOf({ line, column: entry.column ?? frame?.column });
  return [
    cut(entry.level, 12),
    entry.origin === "exception" ? "uncaught" : "",
    entry.count > 1 ? `×${entry.count}` : "",
    quote(entry.text, width),
    place,
    entry.request_id === undefined ? "" : shortId(entry.request_id),
    entry.worker === undefined ? "" : workerOf(entry.worker, url, origin),
    entry.source === "website" ? "" : `(${entry.source})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** `in worker app.js`; its script is not said again where the place is in it. */
function workerOf(
  { type, url }: WorkerSource,
  place: string | undefined,
  origin: string | undefined,
): string {
  const kind = type === "service" ? "in service worker" : "in worker";
  return url === "" || url === place ? kind : `${kind} ${fileOf(url, origin)}`;
}

/** A file by its name; a page or an endpoint by its path: `/api/items/5` is no `5`. */
function fileOf(url: string, origin: string | undefined): string {
  const whole = url.split(/[?#]/, 1)[0] ?? url;
  if (sharedOrigin([whole]) !== origin) return cutMiddle(whole, 60);
  const path = whole.replace(/^[a-z]+:\/\/[^/]*/i, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return cutMiddle(name.includes(".") ? name : path, 60);
}

/** The origin that most entries of a list come from. */
export function consoleOrigin(entries: readonly ConsoleRecord[]): string | undefined {
  return sharedOrigin(entries.map(({ source_url: url, stack }) => url ?? stack?.[0]?.url ?? ""));
}

function countLine(
  { run, console: entries, total }: ActionResults["debug/console"],
  offset: number,
): string {
  if (run.counts.console === 0) return "no messages";
  if (total === 0) return `0 of ${run.counts.console} match`;
  const past = entries.length === 0 ? `, none from --offset ${offset} on` : "";
  return counted(total, "message") + past;
}

export function formatConsole(
  result: ActionResults["debug/console"],
  context: FormatContext,
): string {
  const { run, console: entries, total, next_offset } = result;
  const offset = typeof context.params.offset === "number" ? context.params.offset : 0;
  const origin = consoleOrigin(entries);
  const left = total - offset - entries.length;
  return [
    runLine(
      run,
      countLine(result, offset),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...entries.map((entry) => `${clock(entry.at)}  ${consoleText(entry, 240, origin)}`),
    ...(next_offset === undefined
      ? []
      : [
          `${left} not shown  next: bsk debug console${sameFlags(context, ["offset"])} --offset ${next_offset}`,
        ]),
  ].join("\n");
}
