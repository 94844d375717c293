import type {
  ConsoleRecord,
  LinkedOperation,
  OperationRecord,
  RequestLink,
  RequestRecord,
  RunRecord,
  WindowCut,
} from "@bsk/schema";
import { isReplay, lastNotAfter, spanOf, WINDOW_MS } from "../operationSpan.js";

/** What the time of one operation holds. By start time only: never a cause. */
export interface Association {
  readonly requests: readonly { readonly request: RequestRecord; readonly relation: Relation }[];
  readonly console: readonly { readonly entry: ConsoleRecord; readonly relation: Relation }[];
  /** What ended its window early. */
  readonly windowCut?: WindowCut;
}

type Relation = "window" | "delayed";

export interface Evidence {
  readonly run: RunRecord;
  /** In browser time, as a reader gives them. */
  readonly operations: readonly OperationRecord[];
  readonly requests: readonly RequestRecord[];
  readonly console: readonly ConsoleRecord[];
}

/**
 * Each operation's association, by its id. A record belongs to the last operation that began before it, or to none;
 * a replay's request to none. What the browser says of a request goes with that.
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
    ...cutOf(operation, { next: operations[index + 1], stop: run.stopped_at }),
    requests: [] as { request: RequestRecord; relation: Relation }[],
    console: [] as { entry: ConsoleRecord; relation: Relation }[],
  }));
  const slotAt = (at: number): (typeof slots)[number] | undefined => {
    const slot = slots[lastNotAfter(operations, at)];
    return slot && at <= slot.end ? slot : undefined;
  };
  const slotOf = new Map<string, (typeof slots)[number] | undefined>();
  for (const request of requests) {
    const slot = isReplay(request) ? undefined : slotAt(request.started_at);
    slotOf.set(request.id, slot);
    slot?.requests.push({ request, relation: relationOf(request.started_at, slot.windowEnd) });
  }
  for (const entry of console) {
    const { request_id: id = "" } = entry;
    const slot = slotOf.has(id) ? slotOf.get(id) : slotAt(entry.at);
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
    ...(association?.windowCut === undefined ? {} : { window_cut: association.windowCut }),
  };
}

/** Of one that still runs nobody knows yet. */
function cutOf(
  { finished_at: finished }: OperationRecord,
  { next, stop }: { readonly next: OperationRecord | undefined; readonly stop: number | undefined },
): { readonly windowCut?: WindowCut } {
  if (finished === undefined) return {};
  const at = Math.min(next?.started_at ?? Infinity, stop ?? Infinity);
  if (at >= finished + WINDOW_MS) return {};
  const after_ms = Math.max(0, at - finished);
  return { windowCut: { after_ms, ...(next?.started_at === at ? { by: next.id } : {}) } };
}

function relationOf(at: number, windowEnd: number): Relation {
  return at <= windowEnd ? "window" : "delayed";
}
