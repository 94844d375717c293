import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { oneLine } from "../model/visible.js";
import { Confirm } from "../parts/Confirm.js";
import { askRun, errorOf } from "../state/ask.js";
import { exportRun } from "../state/exportRun.js";

export interface RunActionsProps {
  readonly run: RunRecord;
  readonly onDeleted: () => void;
  readonly onStopped?: () => void;
  readonly onError: (error: PanelError | undefined) => void;
}

/** Export; stop while it is recorded, delete once it is not. */
export function RunActions({ run, onDeleted, onStopped, onError }: RunActionsProps): VNode {
  const isBusy = useSignal(false);
  const isAsking = useSignal(false);
  const act = async (work: () => Promise<unknown>, done?: () => void): Promise<void> => {
    isBusy.value = true;
    onError(undefined);
    try {
      await work();
      done?.();
    } catch (failure) {
      onError(errorOf(failure));
    }
    isBusy.value = false;
  };
  const label = <span class="unseen"> {oneLine(run.name ?? run.id, 60)}</span>;
  return (
    <div class="buttons">
      <button type="button" disabled={isBusy.value} onClick={() => void act(() => exportRun(run))}>
        Export JSON{label}
      </button>
      {run.state === "capturing" ? (
        <button
          type="button"
          class="danger"
          disabled={isBusy.value}
          onClick={() => void act(() => askRun(run.id, "debug/stop", {}), onStopped)}
        >
          Stop capture{label}
        </button>
      ) : (
        <button
          type="button"
          class="danger"
          disabled={isBusy.value}
          onClick={() => {
            isAsking.value = true;
          }}
        >
          Delete{label}
        </button>
      )}
      {isAsking.value ? (
        <Confirm
          title="Delete this run?"
          text={`${oneLine(run.name ?? "Unnamed run", 100)} (${run.id}) is deleted from this browser for good. Exported files stay.`}
          action="Delete run"
          onCancel={() => {
            isAsking.value = false;
          }}
          onConfirm={() => {
            isAsking.value = false;
            void act(() => askRun(run.id, "panel/delete", {}), onDeleted);
          }}
        />
      ) : null}
    </div>
  );
}
