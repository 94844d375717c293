import { shortId } from "@bsk/core";
import type { VNode } from "preact";
import { counted } from "../model/units.js";
import { Missing } from "../parts/Missing.js";
import { isNamed, useArrival } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { go } from "../state/route.js";
import { OperationCard } from "./OperationCard.js";

/** What was done to the page, in order of time, each with its evidence. */
export function OperationsView({ store }: { store: RunStore }): VNode {
  useArrival(store.isLoaded.value);
  const all = [...store.operations.value.values()];
  all.sort((a, b) => a.started_at - b.started_at || a.sequence - b.sequence);
  const missing = store.isLoaded.value ? (
    <Missing
      kept={all}
      noun="operation"
      dropped={store.run.value?.counts.dropped_operations ?? 0}
    />
  ) : null;
  if (all.length === 0) {
    return (
      <>
        {missing}
        <p class="empty">
          {store.isLoaded.value ? "Nothing was done to the page in this run." : "Reading …"}
        </p>
      </>
    );
  }
  return (
    <>
      {missing}
      <p class="muted">
        {counted(all.length, "operation")}. A link by time (<em>window</em>, <em>delayed</em>) is
        not a cause; <em>initiator</em> is.
      </p>
      <ol class="timeline">
        {all.map((operation) => (
          <OperationCard
            key={operation.id}
            store={store}
            operation={operation}
            isOpen={isNamed(operation.id)}
            onToggle={(isOpen) => go({ id: isOpen ? shortId(operation.id) : undefined })}
          />
        ))}
      </ol>
    </>
  );
}
