import { shortId } from "@bsk/core";
import type { VNode } from "preact";
import { counted } from "../model/units.js";
import { Missing } from "../parts/Missing.js";
import type { RunStore } from "../state/RunStore.js";
import { go, route } from "../state/route.js";
import { OperationCard } from "./OperationCard.js";

/** What was done to the page, in order of time, each with its evidence. */
export function OperationsView({ store }: { store: RunStore }): VNode {
  const { id } = route.value;
  const all = [...store.operations.value.values()];
  all.sort((a, b) => a.started_at - b.started_at || a.sequence - b.sequence);
  if (all.length === 0) {
    return (
      <p class="empty">
        {store.isLoaded.value ? "Nothing was done to the page in this run." : "Reading …"}
      </p>
    );
  }
  return (
    <>
      <p class="muted">
        {counted(all.length, "operation")}. A link by time (<em>window</em>, <em>delayed</em>) is
        not a cause; <em>initiator</em> is.
      </p>
      {id !== undefined && store.isLoaded.value && !all.some((one) => shortId(one.id) === id) ? (
        <Missing id={id} />
      ) : null}
      <ol class="timeline">
        {all.map((operation) => (
          <OperationCard
            key={operation.id}
            store={store}
            operation={operation}
            isOpen={shortId(operation.id) === id}
            onToggle={(isOpen) => go({ id: isOpen ? shortId(operation.id) : undefined })}
          />
        ))}
      </ol>
    </>
  );
}
