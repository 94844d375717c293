import { urlOf } from "../log/ServerLog.js";
import { checkAnsweredElsewhere, invented } from "./answeredElsewhere.js";
import { type Comparison, Outcome, type Pair, type Sides } from "./Comparison.js";
import { claimOf } from "./claimOf.js";
import { compareRequestBody, compareResponseBody } from "./compareBody.js";
import { compareFacts } from "./compareFacts.js";
import { compareRequestHeaders, compareResponseHeaders } from "./compareHeaders.js";
import { compareLinks } from "./compareLinks.js";
import { compareOrder } from "./compareOrder.js";
import { compareState } from "./compareState.js";
import { confirmedBody } from "./confirmedBody.js";
import { explainMissing } from "./missing.js";
import { pairUp } from "./pairUp.js";
import { explainUnserved } from "./unserved.js";
import { isUrlOf } from "./urls.js";

/** Holds a run against what the server saw of it. Pure. */
export function compareRun(sides: Sides): Comparison {
  const { log, run } = sides;
  const outcome = new Outcome();
  const onWire = run.requests.filter((record) => claimOf(record) === "network");
  const { pairs, unrecorded, unserved } = pairUp(log.exchanges, onWire);
  for (const pair of pairs) comparePair(pair, sides, outcome);
  compareLinks(pairs, sides, outcome);
  compareOrder(pairs, sides, outcome);
  for (const record of run.requests) {
    if (claimOf(record) !== "network") checkAnsweredElsewhere(record, sides, outcome);
  }
  explainMissing(unrecorded, sides, outcome);
  explainUnserved(unserved, sides, outcome);
  checkIdentity(sides, outcome);
  const wrong = new Set(outcome.findings.map(({ record }) => record));
  const matched = pairs.filter(({ record }) => !wrong.has(record.id)).length;
  const { gaps, limits, findings } = outcome;
  return {
    server: log.exchanges.length,
    run: run.requests.length,
    matched,
    gaps,
    limits,
    findings,
  };
}

function comparePair(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { record, served } = pair;
  if (!isUrlOf(record, served)) {
    outcome.differs("url", pair, { server: urlOf(served), run: record.url });
  } else if (record.integrity.url === "truncated") outcome.gap("url_bound", record.url);
  compareFacts(pair, sides, outcome);
  compareState(pair, sides, outcome);
  compareRequestHeaders(pair, outcome);
  compareResponseHeaders(pair, outcome);
  if (record.integrity.start === undefined) compareRequestBody(pair, sides, outcome);
  if (served.status === undefined && record.response_body.state !== "available") return;
  compareResponseBody(pair, sides, outcome, confirmedBody(pair, sides));
}

/** Every record has an id of its own, and its sequence. */
function checkIdentity({ run }: Sides, outcome: Outcome): void {
  const seen = new Set<string | number>();
  for (const record of run.requests) {
    if (seen.has(record.id) || seen.has(record.sequence)) {
      outcome.findings.push(invented(record, "has an id or sequence of another record"));
    }
    seen.add(record.id);
    seen.add(record.sequence);
  }
}
