import type { Coverage, OperationRecord, PageRecord, RequestRecord, RunRecord } from "@bsk/schema";
import { isNothing } from "./fields/readPayloads.js";
import { pageAfter } from "./pageAfter.js";
import { isReadEarlier, pageBefore } from "./pageBefore.js";
import { requestKind } from "./requestKind.js";

export interface GapEvidence {
  readonly run: RunRecord;
  readonly pages: readonly PageRecord[];
  /** The requests of the operation's time. */
  readonly requests: readonly RequestRecord[];
  readonly isPayloadPartial: boolean;
  readonly hasIntervening: boolean;
}

/** Coverage of the run that touches every operation in it. */
const RUN_FLAGS: ReadonlySet<Coverage["flag"]> = new Set<Coverage["flag"]>([
  "manual_capture_unavailable",
  "interrupted_checkpoint",
  "console_unavailable",
  "evidence_storage_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "evidence_read_failed",
]);

/** What befell the capture at a time: it touches the operations of that time. */
const OF_A_TIME: ReadonlySet<Coverage["flag"]> = new Set<Coverage["flag"]>([
  "popup_not_followed",
  "socket_not_recorded",
  "download_not_recorded",
  "service_worker_shared",
  "target_crashed",
  "detached",
  "child_capture_limit",
  "child_capture_partial",
  "target_type_unknown",
  "event_unreadable",
  "unknown_request",
  "tracking_limit",
  "extra_info_overflow",
  "body_queue_full",
]);

/** What is not known of an operation, by closed names. */
export function operationGaps(operation: OperationRecord, evidence: GapEvidence): string[] {
  const { run, pages, requests } = evidence;
  const gaps = new Set<string>();
  const add = (name: string, holds: boolean | undefined): void => {
    if (holds) gaps.add(name);
  };
  add(
    `operation_${operation.state}`,
    operation.state === "running" || operation.state === "interrupted",
  );
  const { counts } = run;
  add(
    "capacity_limit",
    counts.dropped_requests + counts.dropped_operations + counts.dropped_console > 0,
  );
  add("capacity_limit", operation.truncated);
  for (const { flag } of run.coverage) add(flag, RUN_FLAGS.has(flag));
  for (const entry of run.coverage) add(entry.flag, isInItsTime(operation, entry));
  add("initial_load_not_recorded", isOnUnseenLoad(operation, evidence));
  add("observation_limit", operation.observation_limited);
  add("passing_text_limit", operation.passed_limited);

  const pageOf = (id: string | undefined): PageRecord | undefined =>
    pages.find((page) => page.id === id);
  const own = [operation.before, operation.after, ...(operation.observations ?? [])].map(pageOf);
  const before = pageBefore(operation, pages);
  add("before_unavailable", before === undefined);
  add("before_earlier", before !== undefined && isReadEarlier(operation));
  const after = pageAfter(operation, pages);
  const isHeldUp = pageOf(operation.after)?.reason === "dialog_open";
  add("dialog_open", after === undefined && isHeldUp);
  add("after_unavailable", after === undefined && !isHeldUp);
  add(
    "frames_not_read",
    [after, ...own].some((page) => (page?.frames ?? 0) > 0),
  );
  add(
    "fields_partial",
    own.some((page) => page?.fields_partial),
  );
  add(
    "page_truncated",
    own.some((page) => page?.truncated),
  );

  for (const request of requests) {
    add("request_controlled", request.traffic === "controlled");
    const { intervention } = request;
    add(`control_${intervention?.type}`, intervention !== undefined);
    add(
      `control_${intervention?.state}`,
      intervention !== undefined && intervention.state !== "applied",
    );
    add("request_pending", request.state === "pending" || request.state === "open");
    add("request_interrupted", request.state === "interrupted");
    if (requestKind(request) !== "business") continue;
    for (const body of [request.request_body, request.response_body]) {
      add(
        `body_${body.state}`,
        body.state !== "available" && body.state !== "empty" && !isNothing(body),
      );
    }
  }
  add("payload_partial", evidence.isPayloadPartial);
  add("intervening_operations", evidence.hasIntervening);
  return [...gaps];
}

/** The page was there before the capture, and no load was seen between: the first reading is of the start itself. */
function isOnUnseenLoad({ started_at: at }: OperationRecord, { run, pages }: GapEvidence): boolean {
  const loads = pages.filter((page) => page.cause === "load" && page.at <= at);
  return run.coverage.some(({ flag }) => flag === "initial_load_not_recorded") && loads.length < 2;
}

/** Between the first and the last there may be others: what overlaps is told. */
function isInItsTime(
  { started_at: start, observation_end: end = Number.POSITIVE_INFINITY }: OperationRecord,
  { flag, first_at: from = 0, last_at: to = 0 }: Coverage,
): boolean {
  return OF_A_TIME.has(flag) && from <= end && to >= start;
}
