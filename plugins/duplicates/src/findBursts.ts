import { isFailure } from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";

/**
 * Groups of two and more equal requests. A window begins with the first request of a group and does not move: one
 * that starts later than `windowMs` after it begins the next. `requests` come in order of time.
 */
export function findBursts(
  requests: readonly { readonly request: RequestRecord; readonly key: string }[],
  windowMs: number,
): RequestRecord[][] {
  const open = new Map<string, RequestRecord[]>();
  const groups: RequestRecord[][] = [];
  for (const { request, key } of requests) {
    const group = open.get(key);
    const startedAt = group?.[0]?.started_at ?? Number.NEGATIVE_INFINITY;
    if (group && request.started_at - startedAt <= windowMs) group.push(request);
    else {
      const next = [request];
      open.set(key, next);
      groups.push(next);
    }
  }
  return groups.filter(({ length }) => length > 1);
}

/** How many started while an earlier one of the group was still on its way. */
export function overlapCount(group: readonly RequestRecord[]): number {
  let busyUntil = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const request of group) {
    if (request.started_at < busyUntil) count += 1;
    busyUntil = Math.max(busyUntil, endOf(request) ?? Number.POSITIVE_INFINITY);
  }
  return count;
}

/** One that is not the last did not get what it asked for. */
export function isPossibleRetry(group: readonly RequestRecord[]): boolean {
  return group.slice(0, -1).some(isFailure);
}

/** Epoch ms; undefined while it is not known to have ended. */
export function endOf(request: RequestRecord): number | undefined {
  const { finished_at: finished, started_at: started, duration_ms: duration } = request;
  return finished ?? (duration === undefined ? undefined : started + duration);
}
