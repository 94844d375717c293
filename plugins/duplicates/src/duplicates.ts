import {
  associate,
  countingGaps,
  type EvidenceReader,
  offsetPage,
  selectRequests,
} from "@bsk/core";
import type { OperationRecord, RequestRecord } from "@bsk/schema";
import { identityOf, type UncomparableReason } from "./comparable.js";
import { endOf, findBursts, isPossibleRetry, overlapCount } from "./findBursts.js";
import type {
  DuplicateRow,
  DuplicatesParams,
  DuplicatesReport,
  UncomparableReasons,
} from "./generated/types.js";

const DEFAULT_LIMIT = 30;
const DEFAULT_WINDOW_MS = 1000;
const MAX_REQUESTS = 50;
const MAX_OPERATIONS = 10;

const SEMANTICS =
  "A group is requests of equal method, retained URL, complete retained body, frame and document that started " +
  "within the window of its first; headers are not compared. Calls that are repeated on purpose, polling and " +
  "retries look the same: a group is no proof of a defect.";

/** Suspected duplicate bursts, the largest first. Only reads retained evidence. */
export async function duplicates(
  reader: EvidenceReader,
  params: DuplicatesParams,
): Promise<DuplicatesReport> {
  const { offset = 0, limit = DEFAULT_LIMIT, window_ms: windowMs = DEFAULT_WINDOW_MS } = params;
  const { retained, matched, included } = await selectRequests(reader, params);
  const reasons = noReasons();
  const comparable: { request: RequestRecord; key: string }[] = [];
  for (const request of included) {
    const identity = await identityOf(request, reader);
    if ("key" in identity) comparable.push({ request, key: identity.key });
    else reasons[identity.reason] += 1;
  }
  const groups = findBursts(comparable, windowMs).sort(
    (a, b) => b.length - a.length || startOf(a) - startOf(b),
  );
  const operationsOf = await operationLookup(reader, groups.flat());
  const { rows, next } = offsetPage(groups, { offset, limit });
  return {
    duplicates: rows.map((group) => rowOf(group, operationsOf)),
    analysis: {
      retained,
      matched: matched.length,
      included: included.length,
      excluded_controlled: matched.length - included.length,
      uncomparable: included.length - comparable.length,
      uncomparable_reasons: reasons,
      groups: groups.length,
      suspected_extra_requests: groups.reduce((sum, { length }) => sum + length - 1, 0),
      window_ms: windowMs,
      coverage: countingGaps(await reader.run()),
      semantics: SEMANTICS,
    },
    ...(next === undefined ? {} : { next_offset: next }),
  };
}

type OperationsOf = (request: RequestRecord) => readonly string[];

/** The operations in whose window a request started: near it in time, not its cause. */
async function operationLookup(
  reader: EvidenceReader,
  requests: readonly RequestRecord[],
): Promise<OperationsOf> {
  const operations: OperationRecord[] = [];
  for await (const operation of reader.operations()) operations.push(operation);
  const inTime = [...requests].sort((a, b) => a.started_at - b.started_at);
  const run = await reader.run();
  const byRequest = new Map<string, string[]>();
  for (const [operationId, { requests: near }] of associate({
    run,
    operations,
    requests: inTime,
    console: [],
  })) {
    for (const { request, relation } of near) {
      if (relation !== "window") continue;
      byRequest.set(request.id, [...(byRequest.get(request.id) ?? []), operationId]);
    }
  }
  return ({ id }) => byRequest.get(id) ?? [];
}

function rowOf(group: readonly RequestRecord[], operationsOf: OperationsOf): DuplicateRow {
  const [first] = group;
  const operations = [...new Set(group.flatMap(operationsOf))];
  return {
    id: `duplicate:${first?.id ?? ""}`,
    method: first?.method ?? "",
    url: first?.url ?? "",
    count: group.length,
    extra_requests: group.length - 1,
    started_at: startOf(group),
    ended_at: Math.max(...group.map((request) => endOf(request) ?? request.started_at)),
    overlap_count: overlapCount(group),
    possible_retry: isPossibleRetry(group),
    request_ids: group.slice(0, MAX_REQUESTS).map(({ id }) => id),
    operation_ids: operations.slice(0, MAX_OPERATIONS),
    refs_truncated: group.length > MAX_REQUESTS || operations.length > MAX_OPERATIONS,
  };
}

function startOf([first]: readonly RequestRecord[]): number {
  return first?.started_at ?? 0;
}

function noReasons(): UncomparableReasons & { [R in UncomparableReason]: number } {
  return {
    not_http: 0,
    missing_document_identity: 0,
    url_masked: 0,
    url_truncated: 0,
    body_masked: 0,
    body_not_complete: 0,
    body_not_retained: 0,
  };
}
