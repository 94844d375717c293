import { counted, shortId, table } from "@bsk/core";
import type { ActionResults, NotSearched, SearchMatch } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { oneLine } from "./printable.js";
import { runLine } from "./runLine.js";
import { cut, cutMiddle, localUrl, sharedOrigin } from "./shorten.js";

type Search = ActionResults["debug/search"];

const PARTS: Readonly<Record<SearchMatch["part"], string>> = {
  url: "url",
  request_headers: "request header",
  response_headers: "response header",
  request_body: "request body",
  response_body: "response body",
  text: "text",
  stack: "stack",
  error: "error",
  target: "target",
  title: "title",
  field: "field",
};

/** `n12  response body at 18  ×2  {"error":{"code":"«name_required»"}}`, one row a place. What was looked for is not said. */
export function formatSearch(search: Search, context: FormatContext): string {
  const { run, matches, by_kind, places, past_limit: past } = search;
  const origin = sharedOrigin(matches.map(({ url = "" }) => url));
  const kinds = Object.entries(by_kind).map(([kind, count]) => `${cut(kind, 20)} ${count}`);
  const total = Object.values(by_kind).reduce((sum, count) => sum + count, 0);
  const isCut = matches.some(({ count_limited }) => count_limited);
  const more = isCut ? " or more" : "";
  return [
    runLine(
      run,
      total === 0
        ? "0 matches"
        : `${total}${more} ${total === 1 ? "match" : "matches"} in ${counted(places, "place")}: ${kinds.join(", ")}`,
      ...(origin === undefined ? [] : [`at ${cut(origin, 80)}`]),
    ),
    ...table(matches.map((match) => cells(match, origin))),
    ...(past > 0 ? [`${past} not shown: past --limit ${context.params.limit ?? 50}`] : []),
    ...searchedLine(search),
    ...nextLine(matches, context),
  ].join("\n");
}

function cells(match: SearchMatch, origin: string | undefined): string[] {
  const { kind, id, part, offset, count, same = 0, count_limited: isCut } = match;
  const isBody = part === "request_body" || part === "response_body";
  const times = [
    count > 1 ? `×${count}${isCut ? "+" : ""}` : "",
    same > 0 ? `and ${same} later` : "",
  ];
  const about = kind === "request" && part !== "url" ? requestText(match, origin) : "";
  return [
    shortId(id),
    `${PARTS[part]}${isBody ? ` at ${offset}` : ""}`,
    [marked(match), ...times, about].filter(Boolean).join("  "),
  ];
}

function requestText(
  { method = "", status, url = "" }: SearchMatch,
  origin: string | undefined,
): string {
  const path = cutMiddle(localUrl(url, origin), 50);
  return [cut(method, 12), status, path].filter((part) => part !== undefined).join(" ");
}

/** Each piece by itself: what the printing spells out must not move the marks. */
function marked({ excerpt, match_at: at, match_chars: chars }: SearchMatch): string {
  const end = at + chars;
  const pieces = [excerpt.slice(0, at), excerpt.slice(at, end), excerpt.slice(end)];
  const [before = "", match = "", after = ""] = pieces.map(oneLine);
  return `${before}«${match}»${after}`;
}

/** `not searched: 3 response body omitted (body_limit), 1 request evicted (capacity_limit)` */
function searchedLine({ searched }: Search): string[] {
  if (searched.left_out.length === 0) return [];
  return [`not searched: ${searched.left_out.map(leftText).join(", ")}`];
}

function leftText({ part, state, reason, count }: NotSearched): string {
  const name = cut(part, 24).replaceAll("_", " ");
  const why = reason === undefined ? "" : ` (${cut(reason, 40)})`;
  const what = state === "truncated" ? "only as far as kept" : cut(state, 20);
  return `${count} ${name} ${what}${why}`;
}

function nextLine(matches: readonly SearchMatch[], context: FormatContext): string[] {
  const [match] = matches;
  if (!match) return [];
  const flags = sessionFlag(context) + runFlag(context);
  const id = shortId(match.id);
  switch (match.kind) {
    case "request":
      return [`next: bsk debug request ${id}${flags}${partFlags(match)}`];
    case "operation":
      return [`next: bsk debug operation ${id}${flags}`];
    case "page":
      return [`next: bsk debug pages${flags} --all --offset ${match.page_offset ?? 0} --limit 1`];
    default:
      return [`next: bsk debug timeline${flags} --from ${id}`];
  }
}

function partFlags({ part, offset }: SearchMatch): string {
  if (part === "request_headers" || part === "response_headers") return " --part headers";
  if (part === "request_body") return ` --part request --offset ${offset}`;
  return part === "response_body" ? ` --part response --offset ${offset}` : "";
}
