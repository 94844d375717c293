import { httpStatus, isControlled, isFailure, isHttpError, isReplayed } from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";
import type { AggregateRow } from "./generated/types.js";
import { durationStatistics } from "./statistics.js";

const MAX_REFERENCES = 50;

interface Group {
  readonly method: string;
  readonly endpoint: string;
  readonly requests: RequestRecord[];
}

/** Origin and path of an http or https URL; undefined for any other. Taken as text: a mask in it stays as it is. */
export function endpointOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Rows by method and endpoint, the most called first. Requests come in browser time. */
export function groupRequests(requests: readonly RequestRecord[], slowMs: number): AggregateRow[] {
  const groups = new Map<string, Group>();
  for (const request of requests) {
    const endpoint = endpointOf(request.url);
    if (endpoint === undefined) continue;
    const { method } = request;
    const key = `${method} ${endpoint}`;
    const group = groups.get(key) ?? { method, endpoint, requests: [] };
    group.requests.push(request);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map((group) => rowOf(group, slowMs))
    .sort(
      (a, b) => b.count - a.count || compare(a.method, b.method) || compare(a.endpoint, b.endpoint),
    );
}

function rowOf({ method, endpoint, requests }: Group, slowMs: number): AggregateRow {
  const durations = requests.flatMap(({ duration_ms: duration }) => finite(duration));
  const transfers = requests.flatMap(({ transfer_bytes: bytes }) => finite(bytes));
  const statistics = durationStatistics(durations);
  const count = (holds: (request: RequestRecord) => boolean | undefined): number =>
    requests.reduce((sum, request) => (holds(request) ? sum + 1 : sum), 0);
  return {
    id: `aggregate:${requests[0]?.id ?? ""}`,
    method,
    endpoint,
    count: requests.length,
    failed: count(({ state }) => state === "failed"),
    http_errors: count(isHttpError),
    pending: count(({ state }) => state === "pending" || state === "open"),
    interrupted: count(({ state }) => state === "interrupted"),
    statuses: statusCounts(requests),
    slow: durations.filter((duration) => duration >= slowMs).length,
    timing_samples: durations.length,
    ...(statistics === undefined ? {} : { duration_ms: statistics }),
    transfer_bytes: transfers.reduce((sum, bytes) => sum + bytes, 0),
    transfer_samples: transfers.length,
    cached: count(({ from_cache: cached }) => cached),
    service_worker: count(({ from_service_worker: worker }) => worker),
    controlled: count(isControlled),
    replayed: count(isReplayed),
    request_ids: references(requests),
    refs_truncated: requests.length > MAX_REFERENCES,
  };
}

/** Errors first, then the slowest: what one would look at. */
function references(requests: readonly RequestRecord[]): string[] {
  return [...requests]
    .sort(
      (a, b) =>
        Number(isFailure(b)) - Number(isFailure(a)) ||
        (b.duration_ms ?? -1) - (a.duration_ms ?? -1),
    )
    .slice(0, MAX_REFERENCES)
    .map(({ id }) => id);
}

function statusCounts(requests: readonly RequestRecord[]): { [status: string]: number } {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const status = httpStatus(request);
    if (status !== undefined) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

function finite(value: number | undefined): number[] {
  return value !== undefined && Number.isFinite(value) ? [value] : [];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
