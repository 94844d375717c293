import type { RunRecord } from "@bsk/schema";
import type { VNode } from "preact";
import { counted } from "../panel/model/units.js";
import { oneLine } from "../panel/model/visible.js";
import { openEvidence } from "./openEvidence.js";

/** The current task: one running capture with its counts, its active rules and its evidence. */
export function TaskCard({ run }: { run: RunRecord }): VNode {
  const { id, name, counts, active_rules: rules = 0 } = run;
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
      <div class="buttons">
        <button type="button" class="primary" onClick={() => openEvidence(id)}>
          Open evidence
        </button>
      </div>
    </section>
  );
}
