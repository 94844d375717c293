import type { RequestRecord } from "@bsk/schema";
import { isRedirect } from "./bodyGaps.js";
import type { Outcome, Pair } from "./Comparison.js";
import { matchesMasked, type Place } from "./matchesMasked.js";

type Named = Readonly<Record<string, string>>;

/** What a run keeps of one side's headers. */
const KEPT = { count: 80, chars: 4096, value: 2048 };

export function compareRequestHeaders(pair: Pair, outcome: Outcome): void {
  const { record, served } = pair;
  if (record.integrity.start === "incomplete") {
    outcome.gap("incomplete_start", record.url);
    return;
  }
  const isCut = record.integrity.metadata === "truncated";
  const kept = record.request_headers;
  const isAsSet =
    record.integrity.request_headers === "as_set" &&
    served.request_headers["sec-fetch-dest"] === "serviceworker";
  if (isAsSet) outcome.gap("request_headers_as_set", record.url);
  const real = isAsSet ? only(served.request_headers, kept) : served.request_headers;
  compare("request_headers", pair, { kept, real, isCut }, outcome);
}

export function compareResponseHeaders(pair: Pair, outcome: Outcome): void {
  const { record, served } = pair;
  if (served.status === undefined) {
    if (record.response_headers && Object.keys(record.response_headers).length > 0) {
      outcome.differs("response_headers", pair, {
        server: "no answer",
        run: record.response_headers,
      });
    }
    return;
  }
  if (isAnswerUntold(pair)) {
    outcome.gap("too_many_redirects", record.url);
    return;
  }
  const isCut = record.integrity.response_headers === "truncated";
  compare(
    "response_headers",
    pair,
    { kept: record.response_headers, real: served.response_headers, isCut },
    outcome,
  );
}

/** The browser gives up at one redirect too many, and tells nothing of the answer; the run says that there was one. */
export function isAnswerUntold({ record, served }: Pair): boolean {
  const isToldSo =
    record.integrity.response_headers === "unavailable" &&
    record.error === "net::ERR_TOO_MANY_REDIRECTS" &&
    record.redirect_from !== undefined;
  return isToldSo && record.response_headers === undefined && isRedirect(served);
}

/** What a browser sets itself on a service worker's script. */
const SET: ReadonlySet<string> = new Set(["accept", "service-worker"]);

function only(real: Named, kept: RequestRecord["request_headers"] = {}): Named {
  return Object.fromEntries(Object.entries(real).filter(([name]) => name in kept || SET.has(name)));
}

interface Sides {
  readonly kept: RequestRecord["request_headers"];
  readonly real: Named;
  readonly isCut: boolean;
}

function compare(
  what: string,
  pair: Pair,
  { kept = {}, real, isCut }: Sides,
  outcome: Outcome,
): void {
  const server: Record<string, string> = {};
  const run: Record<string, string> = {};
  const hasRoom = isCut ? roomIn(kept) : () => true;
  let cut = 0;
  for (const name of new Set([...Object.keys(real), ...Object.keys(kept)])) {
    const [sent, got] = [real[name], kept[name]];
    if (sent !== undefined && got !== undefined && isHeader(name, got, sent)) continue;
    if (got === undefined && sent !== undefined && !hasRoom(name, sent)) {
      cut += 1;
      continue;
    }
    server[name] = sent ?? "(none)";
    run[name] = got ?? "(none)";
  }
  if (Object.keys(server).length > 0) outcome.differs(what, pair, { server, run });
  else if (cut > 0) outcome.gap("headers_bound", pair.record.url);
  else if (isCut)
    outcome.differs(`${what}_cut`, pair, { server: "nothing to cut", run: "truncated" });
}

/** Whether one more header would have fitted among those that were kept. */
function roomIn(kept: Named): (name: string, value: string) => boolean {
  const all = Object.entries(kept);
  const chars = all.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return (name, value) =>
    all.length < KEPT.count &&
    value.length <= KEPT.value &&
    chars + name.length + value.length <= KEPT.chars;
}

function isHeader(name: string, kept: string, real: string): boolean {
  if (kept === real) return true;
  const mask = /\[redacted:([a-z0-9_]+)\]/.exec(kept);
  if (!mask) return false;
  const isCookie = name === "cookie" || name === "set-cookie";
  if ((mask[1] === "cookie") !== isCookie) return false;
  if (mask[1] === "authorization" && !name.endsWith("authorization")) return false;
  return matchesMasked(kept, real, placeOf(name));
}

function placeOf(name: string): Place {
  if (name === "cookie" || name === "set-cookie") return "cookie";
  return name === "location" || name === "referer" ? "url" : "header";
}
