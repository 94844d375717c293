import type {
  ConsoleRecord,
  LinkedOperation,
  OperationRecord,
  RequestLink,
  RequestRecord,
  RunRecord,
} from "@bsk/schema";

/** What the time of one operation holds. By start time only: never a cause. */
export interface Association {
  readonly requests: readonly { readonly request: RequestRecord; readonly relation: Relation }[];
  readonly console: readonly { readonly entry: ConsoleRecord; readonly relation: Relation }[];
}

type Relation = "window" | "delayed";

const WINDOW_MS = 1500;
const OBSERVATION_MS = 15_000;

export interface Evidence {
  readonly run: RunRecord;
  /** In browser time, as a reader gives them. */
  readonly operations: readonly OperationRecord[];
  readonly requests: readonly RequestRecord[];
  readonly console: readonly ConsoleRecord[];
}

/**
 * Each operation's association, by its id. A record belongs to the last operation that began before it, or to none;
 * a replay's request to none.
 */
export function associate({
  run,
  operations,
  requests,
  console,
}: Evidence): ReadonlyMap<string, Association> {
  const slots = operations.map((operation, index) => ({
    id: operation.id,
    ...spanOf(operation, { next: operations[index + 1]?.started_at, stop: run.stopped_at }),
    requests: [] as { request: RequestRecord; relation: Relation }[],
    console: [] as { entry: ConsoleRecord; relation: Relation }[],
  }));
  const slotAt = (at: number): (typeof slots)[number] | undefined => {
    const slot = slots[lastNotAfter(operations, at)];
    return slot && at <= slot.end ? slot : undefined;
  };
  for (const request of requests) {
    if (isReplay(request)) continue; // the command that sent it is its cause, whatever was done before
    const slot = slotAt(request.started_at);
    slot?.requests.push({ request, relation: relationOf(request.started_at, slot.windowEnd) });
  }
  for (const entry of console) {
    const slot = slotAt(entry.at);
    slot?.console.push({ entry, relation: relationOf(entry.at, slot.windowEnd) });
  }
  return new Map(slots.map((slot) => [slot.id, slot]));
}

/** The operation with the ids of what its time holds. */
export function linkOperation(
  operation: OperationRecord,
  association: Association | undefined,
): LinkedOperation {
  const links: RequestLink[] = (association?.requests ?? []).map(({ request, relation }) => ({
    request_id: request.id,
    relation,
  }));
  return {
    ...operation,
    request_ids: links.map(({ request_id: id }) => id),
    console_ids: (association?.console ?? []).map(({ entry }) => entry.id),
    links,
  };
}

function isReplay({ traffic, replay_id: id }: RequestRecord): boolean {
  return traffic === "replayed" || id !== undefined;
}

/** How long what begins is near an operation: until the next one, the stop, or its own end. */
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

function relationOf(at: number, windowEnd: number): Relation {
  return at <= windowEnd ? "window" : "delayed";
}

/** Index of the last operation that began at or before `at`; -1: none. */
function lastNotAfter(operations: readonly OperationRecord[], at: number): number {
  let low = 0;
  let high = operations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((operations[middle]?.started_at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
