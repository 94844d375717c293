import type { RequestRecord } from "@bsk/schema";
import { type Served, urlOf } from "../log/ServerLog.js";
import { type Finding, type Outcome, type Pair, type Sides, short } from "./Comparison.js";
import { type Claim, claimOf } from "./claimOf.js";
import { compareResponseBody } from "./compareBody.js";
import { numberOf } from "./pairUp.js";
import { isUrlOf } from "./urls.js";

/** Whether a record that says somebody else answered can be true: the log holds what that takes. */
export function checkAnsweredElsewhere(
  record: RequestRecord,
  sides: Sides,
  outcome: Outcome,
): void {
  const claim = claimOf(record);
  const wrong = claim === "network" ? "it is on the wire" : CHECKS[claim](record, sides, outcome);
  if (wrong !== undefined) outcome.findings.push(invented(record, `${claim}: ${wrong}`));
}

export function invented(record: RequestRecord, server: string): Finding {
  const { method, url, state, status, error, traffic } = record;
  return {
    kind: "invented",
    what: "invented",
    url,
    server,
    run: short(`${method} ${state} ${status ?? ""} ${error ?? ""} ${traffic}`),
    record: record.id,
  };
}

type Check = (record: RequestRecord, sides: Sides, outcome: Outcome) => string | undefined;

const CHECKS: Readonly<Record<Exclude<Claim, "network">, Check>> = {
  inline: ({ url }) =>
    /^(?:data|blob|about|chrome-extension):/.test(url) ? undefined : "its URL is not inline",
  rule: ({ intervention }, { run }) => {
    const rule = run.rules?.find(({ id }) => id === intervention?.rule_id);
    return rule?.effect.type === intervention?.type ? undefined : "the run has no such rule";
  },
  service_worker: (record, sides, outcome) => {
    const isControlled = sides.log.exchanges.some((served) => isScriptFor(served, record));
    if (!isControlled) return "no service worker was registered for it";
    const served = sides.log.exchanges.find(({ id }) => id === numberOf(record));
    if (served) compareAnswer({ record, served }, sides, outcome);
    return undefined;
  },
  cache: (record, sides, outcome) => {
    const stored = sides.log.exchanges.filter((served) => isStored(served, record));
    const number = numberOf(record);
    const served = stored.find(({ id }) => id === number) ?? (number ? undefined : stored.at(-1));
    if (!served) return "the server never sent what could be cached";
    compareAnswer({ record, served }, sides, outcome);
    return undefined;
  },
};

function isScriptFor(
  { request_headers: headers, origin, path }: Served,
  { url }: RequestRecord,
): boolean {
  const scope = `${origin}${path.slice(0, path.lastIndexOf("/") + 1)}`;
  return headers["service-worker"] === "script" && url.startsWith(scope);
}

function isStored(served: Served, record: RequestRecord): boolean {
  const { "cache-control": control = "" } = served.response_headers;
  return (
    isUrlOf(record, served) &&
    served.method === "GET" &&
    (served.answered_at ?? Number.POSITIVE_INFINITY) <= record.started_at + 50 &&
    !control.includes("no-store")
  );
}

function compareAnswer(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { record, served } = pair;
  if (record.status !== served.status && served.status !== 304) {
    outcome.differs("status", pair, { server: served.status, run: record.status });
  }
  if (isUrlOf(record, served) || record.from_service_worker) {
    compareResponseBody(pair, sides, outcome);
    return;
  }
  outcome.differs("url", pair, { server: urlOf(served), run: record.url });
}
