import type { OperationRecord, PageRecord } from "@bsk/schema";
import { isLoad } from "../listPages.js";
import { pageBefore } from "../pageBefore.js";

const INPUT_METHODS: ReadonlySet<string> = new Set(["fill", "select", "input"]);
export const NAVIGATIONS: ReadonlySet<string> = new Set([
  "navigate",
  "navigate_back",
  "navigate_forward",
  "reload",
]);

export interface OperationPages {
  /** In browser time. */
  readonly operations: readonly OperationRecord[];
  readonly pages: readonly PageRecord[];
  /** Operations in whose time the page sent something. */
  readonly senders: ReadonlySet<string>;
}

/** Ids of page readings, best first; an undefined one was never made. */
export interface FieldPages {
  /** The fields as they were. */
  readonly originals: readonly (string | undefined)[];
  /** The fields as the operation left or took them. */
  readonly inputs: readonly (string | undefined)[];
  /** Whose fields are told when `inputs` show none. */
  readonly listed: readonly (string | undefined)[];
}

/**
 * Where an operation's fields are read. What changed under a fill, or a click that sent nothing, is its own change.
 * What sends or leaves the page takes the fields as it found them, changed by all that was done since the last that
 * sent. A navigation acts on no field: undefined.
 */
export function fieldPages(
  operation: OperationRecord,
  evidence: OperationPages,
): FieldPages | undefined {
  const { method, id, after } = operation;
  const beforeOf = (one: OperationRecord): string | undefined =>
    pageBefore(one, evidence.pages)?.id;
  const before = beforeOf(operation);
  if (NAVIGATIONS.has(method)) return undefined;
  const isLeaving = leavesPage(operation, evidence.pages);
  const isInput = INPUT_METHODS.has(method);
  if (isInput || (!isLeaving && !evidence.senders.has(id))) {
    return { originals: [before], inputs: isLeaving ? [] : [after], listed: [before] };
  }
  const earlier = sinceLastSender(operation, evidence);
  return {
    originals: [...earlier.map(beforeOf), before],
    inputs: [before, ...[...earlier].reverse().flatMap((previous) => [previous.after])],
    listed: earlier.map(beforeOf),
  };
}

/** In the order in which they were done. */
function sinceLastSender(
  operation: OperationRecord,
  { operations, pages, senders }: OperationPages,
): OperationRecord[] {
  const found: OperationRecord[] = [];
  for (let at = operations.findIndex(({ id }) => id === operation.id) - 1; at >= 0; at--) {
    const previous = operations[at];
    if (!previous || NAVIGATIONS.has(previous.method) || senders.has(previous.id)) break;
    // The load after a navigation may be told only under the first fill.
    if (!INPUT_METHODS.has(previous.method) && leavesPage(previous, pages)) break;
    found.unshift(previous);
  }
  return found;
}

function leavesPage(operation: OperationRecord, pages: readonly PageRecord[]): boolean {
  const { started_at: from, window_end: to = Number.POSITIVE_INFINITY } = operation;
  return pages.some((page) => isLoad(page) && page.at > from && page.at <= to);
}
