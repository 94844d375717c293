import { operationVerb, shortId } from "@bsk/core";
import type { LinkedOperation } from "@bsk/schema";
import type { VNode } from "preact";
import { clock, counted, duration } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { anchorOf } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { OperationEvidenceView } from "./OperationEvidenceView.js";

export interface OperationCardProps {
  readonly store: RunStore;
  readonly operation: LinkedOperation;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** One operation; opened, with what its time holds. */
export function OperationCard({ store, operation, isOpen, onToggle }: OperationCardProps): VNode {
  const { id, target, source, state, started_at: start, finished_at: end } = operation;
  const short = shortId(id);
  return (
    <li class="card operation" {...anchorOf(id)}>
      <h2>
        <button
          type="button"
          class="operation-head"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `evidence-${short}` : undefined}
          onClick={() => onToggle(!isOpen)}
        >
          <span class="cell id">{short}</span>
          <span class="cell operation-name">
            {oneLine(`${operationVerb(operation)} ${target ?? ""}`.trim(), 160)}
          </span>
          <span class={`mark ${state === "error" ? "bad" : "plain"}`}>{state}</span>
          <span class="mark plain">{source}</span>
          <span class="muted">
            {clock(start)}
            {end === undefined ? "" : ` · ${duration(end - start)}`}
            {` · ${counted(operation.request_ids.length, "request")}`}
            {operation.console_ids.length > 0 ? ` · ${operation.console_ids.length} console` : ""}
          </span>
        </button>
      </h2>
      {isOpen ? (
        <div id={`evidence-${short}`} class="evidence">
          <OperationEvidenceView store={store} operation={operation} />
        </div>
      ) : null}
    </li>
  );
}
