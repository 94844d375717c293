import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { Failure } from "../parts/Notice.js";
import { askRun, errorOf } from "../state/ask.js";
import { hasAction } from "../state/features.js";
import type { RunStore } from "../state/RunStore.js";

/** Keeps a request of a live run from being dropped for room, or lets it go. */
export function PinButton({ store, row }: { store: RunStore; row: RequestRow }): VNode | null {
  const error = useSignal<PanelError | undefined>(undefined);
  if (!store.isLive || !hasAction("debug/pin")) return null;
  const isPinned = row.pinned ?? false;
  const turn = async (): Promise<void> => {
    try {
      await askRun(store.runId, isPinned ? "debug/unpin" : "debug/pin", { id: row.id });
      error.value = undefined;
    } catch (failure) {
      error.value = errorOf(failure);
    }
    await store.refresh();
  };
  return (
    <>
      <button type="button" aria-pressed={isPinned} onClick={() => void turn()}>
        {isPinned ? "Unpin" : "Pin"}
      </button>
      <Failure error={error.value} />
    </>
  );
}
