import { counted, shortId } from "@bsk/core";
import type { ActionResults, Field, PageRecord } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle, localUrl, quote, sharedOrigin } from "./shorten.js";
import { clock } from "./units.js";

const TEXT_CHARS = 300;

export function formatPages(result: ActionResults["debug/pages"], context: FormatContext): string {
  const { run, pages, total, next_offset } = result;
  const origin = sharedOrigin(pages.map(({ url = "" }) => url));
  const offset = typeof context.params.offset === "number" ? context.params.offset : 0;
  return [
    runLine(
      run,
      pages.length === 0 ? `0 of ${total} match` : counted(total, "page observation"),
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...pages.flatMap((page) => pageLines(page, origin)),
    ...(next_offset === undefined
      ? []
      : [
          `${total - offset - pages.length} not shown  next: bsk debug pages${sameFlags(context, ["offset"])} --offset ${next_offset}`,
        ]),
  ].join("\n");
}

function pageLines(page: PageRecord, origin: string | undefined): string[] {
  const head = [
    shortId(page.id),
    page.cause === "load" ? (page.navigation ?? "load") : (page.cause ?? "load"),
    page.operation_id === undefined ? "" : shortId(page.operation_id),
    clock(page.at),
    page.url === undefined ? "" : cutMiddle(localUrl(page.url, origin), 90),
    page.title === undefined ? "" : quote(page.title, 60),
    page.state === "unavailable" ? `unavailable (${page.reason ?? "unknown"})` : "",
  ];
  const fields = page.fields ?? [];
  return [
    head.filter(Boolean).join("  "),
    ...(fields.length === 0 ? [] : [`  fields ${fields.map(fieldText).join(", ")}`]),
    ...(page.text === undefined || page.text === "" ? [] : [`  text ${textOf(page.text)}`]),
  ];
}

function fieldText({ name, label, value, state }: Field): string {
  const shown = value === undefined || state === "redacted" ? `(${state})` : quote(value, 60);
  return `${cut(name ?? label, 40)}=${shown}`;
}

function textOf(text: string): string {
  const more = text.length > TEXT_CHARS ? ` of ${text.length} characters, --json has all` : "";
  return quote(text, TEXT_CHARS) + more;
}
