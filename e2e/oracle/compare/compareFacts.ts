import type { Served } from "../log/ServerLog.js";
import type { Outcome, Pair, Sides } from "./Comparison.js";
import { confirmedBody } from "./confirmedBody.js";

/** Clocks of two processes of one machine, and what a busy one takes to look. */
const CLOCK_MS = 30;

const TYPES: Readonly<Record<string, RegExp>> = {
  document: /^Document$/,
  iframe: /^Document$/,
  image: /^Image$/,
  script: /^Script$/,
  style: /^Stylesheet$/,
  font: /^Font$/,
  video: /^Media$/,
  audio: /^Media$/,
  manifest: /^Manifest$/,
  worker: /^(?:Script|Other)$/,
  sharedworker: /^(?:Script|Other)$/,
  serviceworker: /^(?:Script|Other)$/,
  websocket: /^WebSocket$/,
  empty: /^(?:Fetch|XHR|EventSource|Ping|Prefetch|Preflight|Other)$/,
};

/** Method, URL's place, kind, sizes and times: everything that is no header, body or state. */
export function compareFacts(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { served, record } = pair;
  const check = (what: string, isRight: boolean, server: unknown, run: unknown): void => {
    if (!isRight) outcome.differs(what, pair, { server, run });
  };
  const isLate = record.integrity.start === "incomplete";
  check("method", isLate || record.method === served.method, served.method, record.method);
  check("run_id", record.run_id === sides.run.run.id, sides.run.run.id, record.run_id);
  const dest = served.request_headers["sec-fetch-dest"] ?? "";
  const type = record.resource_type;
  const isType = type === undefined || isTypeOf(type, pair);
  check("resource_type", isType, dest, type);
  const { protocol } = record;
  check(
    "protocol",
    protocol === undefined || protocol === served.protocol,
    served.protocol,
    protocol,
  );
  check(
    "traffic",
    trafficOf(pair).includes(record.traffic),
    trafficOf(pair).join(" or "),
    record.traffic,
  );
  check(
    "from_cache",
    !record.from_cache || (served.status === 304 && record.status === 200),
    "it was asked",
    "from_cache",
  );
  compareTypes(pair, outcome);
  compareSizes(pair, sides, outcome);
  const started = record.started_at;
  const isStart =
    isLate ||
    (started <= served.arrived_at + CLOCK_MS && started >= sides.run.run.started_at - 1000);
  check("started_at", isStart, served.arrived_at, started);
  const { finished_at: finished, duration_ms: duration } = record;
  const answered = served.answered_at ?? 0;
  check(
    "finished_at",
    finished === undefined || finished >= answered - CLOCK_MS,
    answered,
    finished,
  );
  const isLength =
    finished === undefined || duration === undefined || Math.abs(finished - started - duration) < 1;
  check("duration_ms", isLength, finished === undefined ? "" : finished - started, duration);
}

function compareTypes(pair: Pair, outcome: Outcome): void {
  const { served, record } = pair;
  const declared = served.response_headers["content-type"]?.split(";", 1)[0]?.trim();
  const mime = record.mime_type;
  // What is declared as nothing particular is sniffed.
  if (declared === undefined || mime === undefined || declared === mime) return;
  if (/^(?:text\/plain|application\/octet-stream|image\/.*|video\/.*)$/.test(declared)) return;
  outcome.differs("mime_type", pair, { server: declared, run: mime });
}

function compareSizes(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { served, record } = pair;
  if (record.state !== "complete") return;
  const body = served.method === "HEAD" ? 0 : confirmedBody(pair, sides).bytes;
  const decoded = record.decoded_bytes; // undefined: the browser did not tell
  if (decoded !== undefined && decoded !== body) {
    outcome.differs("decoded_bytes", pair, { server: body, run: decoded });
  }
  const transferred = record.transfer_bytes;
  if (transferred === undefined) return;
  const headers = Object.entries(served.response_headers).reduce(
    (sum, [name, value]) => sum + (name.length + 4) * value.split("\n").length + value.length,
    0,
  );
  const most = served.encoded_bytes + headers + 100 + served.encoded_bytes / 20;
  if (transferred < served.encoded_bytes || transferred > most) {
    outcome.differs("transfer_bytes", pair, {
      server: `${served.encoded_bytes} of body, about ${headers} of headers`,
      run: transferred,
    });
  }
}

function isTypeOf(type: string, { served: { request_headers: headers }, record }: Pair): boolean {
  if (type === "Prefetch" && isPrefetch(headers)) return true;
  if (type === "Other" && record.worker !== undefined) return true; // what it takes with `importScripts`
  return TYPES[headers["sec-fetch-dest"] ?? ""]?.test(type) ?? true;
}

function isPrefetch(headers: Served["request_headers"]): boolean {
  return /prefetch/.test(headers["sec-purpose"] ?? headers.purpose ?? "");
}

/** What kind of thing the request is, as the server can tell. */
function trafficOf({ served, record }: Pair): readonly string[] {
  const { request_headers: headers, method } = served;
  if (method === "OPTIONS" && "access-control-request-method" in headers) return ["preflight"];
  if (isPrefetch(headers)) return ["prefetch"];
  if (record.intervention) return ["controlled"];
  if (record.replay_from !== undefined) return ["replayed"];
  return [record.worker === undefined ? "page" : "worker"];
}
