import {
  consoleRecord,
  operationRecord,
  pageRecord,
  requestRecord,
  runRecord,
} from "@bsk/core/testing";
import type { ReplayRecord, RuleRecord, VisitRecord } from "@bsk/schema";
import type { Seed } from "./seedRun.js";

const RUN = "dbadbadbadbad";
const SHORT = 4000;

/**
 * A stopped run in which the n-th record of each kind has the n-th text in every field that a page or an agent can
 * fill, those too that capture bounds and redaction cleans: the page may rely on neither.
 */
export function hostileRun(long: readonly string[]): Seed {
  const texts = long.map((text) => text.slice(0, SHORT)); // longer ones only where texts are long
  const own = (
    letter: string,
    number: number,
  ): { id: string; run_id: string; sequence: number } => ({
    id: `${RUN}:${letter}${number}`,
    run_id: RUN,
    sequence: number,
  });
  const requests = texts.map((text, at) => ({
    ...requestRecord(at + 1, {
      method: text.slice(0, 400),
      url: `http://app.test/${text}`,
      error: text,
      mime_type: `json ${text.slice(0, 400)}`,
      protocol: text.slice(0, 400),
      document_url: text,
      initiator: {
        type: "script",
        url: text,
        frames: [{ function: text, url: text, line: 1, column: 1 }],
      },
      request_headers: headersOf(text),
      response_headers: headersOf(text),
      request_body: { state: "available", chars: text.length },
      response_body: { state: "available", chars: text.length },
    }),
    ...own("n", at + 1),
  }));
  const operations = texts.map((text, at) => ({
    ...operationRecord(at + 1, {
      method: text.slice(0, 400),
      target: text,
      error: text,
      state: "error",
    }),
    ...own("a", at + 1),
  }));
  const entries = texts.map((text, at) => ({
    ...consoleRecord(at + 1, {
      text: long[at] ?? "",
      source_url: text,
      stack: [
        { function: text, url: text, line: 1, column: 1 },
        { url: text, line: 2, column: 2, async: text },
      ],
    }),
    ...own("c", at + 1),
  }));
  const pages = texts.map((text, at) => ({
    ...pageRecord(at + 1, {
      url: text,
      title: text,
      text: long[at] ?? "",
      navigation: text,
      fields: [{ key: text, name: text, label: text, value: text, state: "available" }],
    }),
    ...own("g", at + 1),
  }));
  const controls = texts
    .slice(0, 32)
    .flatMap((text, at) => [
      ruleOf(text, own("r", at + 1)),
      replayOf(text, own("x", at + 1)),
      visitOf(text, own("p", at + 1)),
    ]);
  const bodies = long.flatMap((text, at) =>
    (["request", "response"] as const).map((part) => ({
      id: `${RUN}:n${at + 1}`,
      run_id: RUN,
      part,
      text,
    })),
  );
  const run = runRecord({
    id: RUN,
    state: "stopped",
    started_at: Date.now(),
    name: texts[1] ?? "",
    url: texts[0] ?? "",
    coverage: [{ flag: "plugin_failed", detail: texts[2] ?? "" }],
  });
  return { run, records: [...requests, ...operations, ...entries, ...pages, ...controls], bodies };
}

interface Own {
  readonly id: string;
  readonly run_id: string;
  readonly sequence: number;
}

/** Defines keys, so that `__proto__` is one. */
function headersOf(text: string): { [name: string]: string } {
  return Object.fromEntries([
    [text.slice(0, 400), text.slice(0, 4000)],
    ["__proto__", text.slice(0, 400)],
  ]);
}

function ruleOf(text: string, own: Own): RuleRecord {
  return {
    record: "rule",
    ...own,
    name: text,
    match: { url: text, method: text, resource_type: text },
    effect: { type: "mock", body: text, [text]: text },
    times: 1,
    state: "stopped",
    hits: 1,
    failures: 1,
    created_at: 1,
    last_error: text,
  };
}

function replayOf(text: string, own: Own): ReplayRecord {
  return {
    record: "replay",
    ...own,
    key: text,
    source_request_id: `${RUN}:n1`,
    state: "failed",
    error: text,
    started_at: 1,
  };
}

/** Hostile also where the schema has a closed list: what lies in the storage is not checked when it is drawn. */
function visitOf(text: string, own: Own): VisitRecord {
  const visit: unknown = {
    record: "visit",
    ...own,
    scope: text,
    document_key: text,
    time_origin: 1,
    started_at: own.sequence,
    observed_at: 1,
    url: text,
    navigation: text,
    state: "completed",
    early: false,
    visibility: [],
    visibility_truncated: false,
    metrics: Object.fromEntries([
      [text, { value: 1, state: "available", reasons: [text], attribution: { [text]: text } }],
      ["__proto__", { state: "unavailable", reasons: [text] }],
    ]),
    long_tasks: [],
    long_tasks_truncated: false,
    animation_frames: [],
    animation_frames_truncated: false,
    coverage: [text],
  };
  return visit as VisitRecord;
}
