import type { OperationRecord, RequestRecord } from "@bsk/schema";

/** From an operation's end on: what starts within it counts as near. */
export const WINDOW_MS = 1500;
const OBSERVATION_MS = 15_000;

/** When the time of an operation ends: its window, and its observation with it. */
export function spanOf(
  operation: OperationRecord,
  {
    next = Infinity,
    stop = Infinity,
  }: { readonly next: number | undefined; readonly stop: number | undefined },
): { readonly windowEnd: number; readonly end: number } {
  // Without an end, as long as it runs, everything that comes is near it.
  const finished = operation.finished_at ?? Infinity;
  const windowEnd = operation.window_end ?? finished + WINDOW_MS;
  const observationEnd = operation.observation_end ?? finished + OBSERVATION_MS;
  return { windowEnd, end: Math.min(observationEnd, next, stop) };
}

/** The command that sent it is its cause, whatever was done before. */
export function isReplay({ traffic, replay_id: id }: RequestRecord): boolean {
  return traffic === "replayed" || id !== undefined;
}

/** Index of the last operation that began at or before `at`; -1: none. */
export function lastNotAfter(operations: readonly OperationRecord[], at: number): number {
  let low = 0;
  let high = operations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((operations[middle]?.started_at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
