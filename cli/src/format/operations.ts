import { counted, milliseconds, operationVerb, shortId, table } from "@bsk/core";
import type { ActionResults, LinkedOperation } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut } from "./shorten.js";
import { clock } from "./units.js";

/** `click button "Save"` */
export function deed(operation: LinkedOperation): string {
  const { target } = operation;
  const name = cut(target ?? "", 80).replace(/[\s:]+$/, ""); // a label often ends so
  return [cut(operationVerb(operation), 60), name].filter(Boolean).join(" ");
}

/** `completed 61ms`, `error 4000ms`, `running` */
export function stateOf({ state, started_at, finished_at }: LinkedOperation): string {
  return finished_at === undefined ? state : `${state} ${milliseconds(finished_at - started_at)}`;
}

export function formatOperations(
  result: ActionResults["debug/operations"],
  context: FormatContext,
): string {
  const { run, total, next_since, past_limit: left } = result;
  // What changed last comes last; read by eye is what was done last.
  const operations = [...result.operations].sort((a, b) => a.started_at - b.started_at);
  const rows = operations.map((operation) => [
    shortId(operation.id),
    deed(operation),
    operation.source,
    clock(operation.started_at),
    stateOf(operation),
    related(operation),
  ]);
  const session = sessionFlag(context) + runFlag(context);
  return [
    runLine(run, operations.length === 0 ? `0 of ${total} match` : counted(total, "operation")),
    ...table(rows),
    ...(left > 0 && operations.length > 0
      ? [
          `${left} not shown  next: bsk debug operations${sameFlags(context, ["since"])} --since ${next_since}`,
        ]
      : nextOperation(operations, session)),
  ].join("\n");
}

function related({ request_ids, console_ids, evicted_requests }: LinkedOperation): string {
  const ids = [...request_ids, ...console_ids].map(shortId);
  return [
    ...ids.slice(0, 8),
    ...(ids.length > 8 ? [`+${ids.length - 8}`] : []),
    ...(evicted_requests === undefined ? [] : [`${evicted_requests} evicted`]),
  ].join(" ");
}

function nextOperation(operations: readonly LinkedOperation[], session: string): string[] {
  const last = operations.at(-1);
  return last ? [`next: bsk debug operation ${shortId(last.id)}${session}`] : [];
}
