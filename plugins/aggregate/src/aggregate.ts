import { type EvidenceReader, tellingGaps } from "@bsk/core";
import type { RequestRecord, RunRecord } from "@bsk/schema";
import type { AggregateParams, AggregateReport } from "./generated/types.js";
import { endpointOf, groupRequests } from "./groupRequests.js";

const DEFAULT_LIMIT = 30;
const DEFAULT_SLOW_MS = 1000;

const SEMANTICS =
  "Groups are method, origin and path; query values are combined, path segments are not. Percentiles are by " +
  "nearest rank over known durations. An HTTP status, 200 too, does not prove that the business succeeded.";

/** The requests of a run by method and endpoint. Only reads retained evidence. */
export async function aggregate(
  reader: EvidenceReader,
  params: AggregateParams,
): Promise<AggregateReport> {
  const { offset = 0, limit = DEFAULT_LIMIT, slow_ms: slowMs = DEFAULT_SLOW_MS } = params;
  const { include_controlled: includeControlled = false, kind = "business" } = params;
  const run = await reader.run();
  let retained = 0;
  for await (const _ of reader.requests()) retained++;
  const matched: RequestRecord[] = [];
  for await (const request of reader.requests(filterOf(params, kind))) matched.push(request);

  const counted = matched.filter((request) => includeControlled || !isControlled(request));
  const included = counted.filter(({ url }) => endpointOf(url) !== undefined);
  const rows = groupRequests(included, slowMs);
  const page = rows.slice(offset, offset + limit);
  const next = offset + page.length;
  return {
    aggregates: page,
    analysis: {
      retained,
      matched: matched.length,
      included: included.length,
      excluded_controlled: matched.length - counted.length,
      excluded_scheme: counted.length - included.length,
      groups: rows.length,
      slow_ms: slowMs,
      coverage: coverageOf(run),
      semantics: SEMANTICS,
    },
    ...(next < rows.length ? { next_offset: next } : {}),
  };
}

/** A rule or a replay had its hand in it. */
function isControlled({ traffic, intervention, replay_id: replay }: RequestRecord): boolean {
  const isMarked = intervention !== undefined || replay !== undefined;
  return isMarked || traffic === "controlled" || traffic === "replayed";
}

function filterOf(
  { url, method, resource_type: type, status, state }: AggregateParams,
  kind: NonNullable<AggregateParams["kind"]>,
): Parameters<EvidenceReader["requests"]>[0] {
  return {
    kind,
    ...(url === undefined ? {} : { url }),
    ...(method === undefined ? {} : { method }),
    ...(type === undefined ? {} : { resource_type: type }),
    ...(status === undefined ? {} : { status }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Gaps that make the numbers smaller than the truth. */
function coverageOf(run: RunRecord): string[] {
  const gaps = tellingGaps(run.coverage).flatMap(({ flag }) => (AFFECTS.has(flag) ? flag : []));
  return [
    ...new Set([...gaps, ...(run.counts.dropped_requests > 0 ? ["request_retention_limit"] : [])]),
  ];
}

const AFFECTS: ReadonlySet<string> = new Set([
  "initial_load_not_recorded",
  "child_capture_partial",
  "child_capture_limit",
  "evidence_storage_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "evidence_read_failed",
  "interrupted_checkpoint",
  "tracking_limit",
  "target_crashed",
  "event_unreadable",
  "unknown_request",
  "detached",
  "popup_not_followed",
]);
