import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { StartCapture } from "../panel/history/StartCapture.js";
import type { PanelError, PanelSession } from "../panel/messages.js";
import { Failure } from "../panel/parts/Notice.js";
import { AgentPrompt } from "./AgentPrompt.js";
import { openEvidence } from "./openEvidence.js";

/** Quick Actions → Website debugging: start or stop a capture, or ask an agent to; the history always. */
export function Debugging({
  sessions,
  onChanged,
}: {
  sessions: readonly PanelSession[];
  onChanged: () => void;
}): VNode {
  const error = useSignal<PanelError | undefined>(undefined);
  return (
    <section aria-labelledby="debugging">
      <h2>Quick Actions</h2>
      <h3 id="debugging">Website debugging</h3>
      <Failure error={error.value} />
      {sessions.map((session) => (
        <div key={session.id} class="card">
          <StartCapture
            session={session}
            onOpen={openEvidence}
            onStarted={onChanged}
            onError={(failure) => {
              error.value = failure;
            }}
          />
        </div>
      ))}
      {sessions.length === 0 ? <AgentPrompt /> : null}
      <p class="muted">
        Recorded: requests with bodies, operations, console, fields and page changes of that one
        tab, from the start on. Known credentials are replaced first. Kept in this browser, 30 days
        or 50 runs.
      </p>
      <button type="button" onClick={() => openEvidence(undefined)}>
        History
      </button>
    </section>
  );
}
