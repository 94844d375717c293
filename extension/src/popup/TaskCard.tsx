import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../panel/messages.js";
import { counted } from "../panel/model/units.js";
import { oneLine } from "../panel/model/visible.js";
import { Failure } from "../panel/parts/Notice.js";
import { askRun, errorOf } from "../panel/state/ask.js";
import { openEvidence } from "./openEvidence.js";

/** One running capture: its counts, its active rules, its evidence, its end. */
export function TaskCard({ run, onChanged }: { run: RunRecord; onChanged: () => void }): VNode {
  const error = useSignal<PanelError | undefined>(undefined);
  const { id, name, counts, active_rules: rules = 0 } = run;
  const stop = async (): Promise<void> => {
    try {
      await askRun(id, "debug/stop", {});
    } catch (failure) {
      error.value = errorOf(failure);
    }
    onChanged();
  };
  return (
    <section class="card" aria-label={`Recording ${id}`}>
      <p class="state recording">{oneLine(name ?? "Recording", 100)}</p>
      <p class="counts">
        {counted(counts.requests, "request")} · {counted(counts.operations, "operation")} ·{" "}
        <span class={counts.errors > 0 ? "bad-text" : ""}>
          {counted(counts.errors, "console error")}
        </span>
        {rules > 0 ? ` · ${counted(rules, "active rule")}` : ""}
      </p>
      <p class="muted">
        <code>{id}</code> · session <code>{run.session_id}</code>
      </p>
      <Failure error={error.value} />
      <div class="buttons">
        <button type="button" class="primary" onClick={() => openEvidence(id)}>
          Open evidence
        </button>
        <button
          type="button"
          class="danger"
          onClick={({ isTrusted }) => {
            if (isTrusted) void stop();
          }}
        >
          Stop capture
        </button>
      </div>
    </section>
  );
}
