import { counted, shortId } from "@bsk/core";
import type { ActionResults, ConsoleRecord } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cutMiddle, quote } from "./shorten.js";
import { clock } from "./units.js";

/** `c4 error ×2 "save failed 422" profile.js:41:9` */
export function consoleText(entry: ConsoleRecord, width: number): string {
  const [frame] = entry.stack ?? [];
  const url = entry.source_url ?? frame?.url;
  const line = entry.line ?? frame?.line;
  const place =
    url === undefined
      ? ""
      : `${fileOf(url)}${line === undefined ? "" : `:${line}:${entry.column ?? frame?.column ?? 0}`}`;
  return [
    `${shortId(entry.id)} ${entry.level}`,
    entry.origin === "exception" ? "uncaught" : "",
    entry.count > 1 ? `×${entry.count}` : "",
    quote(entry.text, width),
    place,
    entry.source === "website" ? "" : `(${entry.source})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A file by its name; a page or an endpoint by its path: `/api/items/5` is no `5`. */
function fileOf(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? url).replace(/^[a-z]+:\/\/[^/]*/i, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return cutMiddle(name.includes(".") ? name : path, 60);
}

export function formatConsole(
  result: ActionResults["debug/console"],
  context: FormatContext,
): string {
  const { run, console: entries, total, next_offset } = result;
  const offset = typeof context.params.offset === "number" ? context.params.offset : 0;
  const left = total - offset - entries.length;
  return [
    runLine(
      run,
      entries.length === 0 ? `0 of ${run.counts.console} match` : counted(total, "message"),
    ),
    ...entries.map((entry) => `${clock(entry.at)}  ${consoleText(entry, 240)}`),
    ...(next_offset === undefined
      ? []
      : [
          `${left} not shown  next: bsk debug console${sameFlags(context, ["offset"])} --offset ${next_offset}`,
        ]),
  ].join("\n");
}
