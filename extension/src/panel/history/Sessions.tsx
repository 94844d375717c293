import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { PanelError, PanelSession } from "../messages.js";
import { Failure } from "../parts/Notice.js";
import { askProfile } from "../state/ask.js";
import { poll } from "../state/poll.js";
import { go } from "../state/route.js";
import { StartCapture } from "./StartCapture.js";

const POLL_MS = 3000;

/** The sessions that are open now, each with a way to record one of its tabs; nothing when there is none. */
export function Sessions({ onStarted }: { onStarted: () => void }): VNode | null {
  const sessions = useSignal<readonly PanelSession[]>([]);
  const error = useSignal<PanelError | undefined>(undefined);
  const read = async (): Promise<void> => {
    const { sessions: found } = await askProfile("panel/sessions", {}).catch(() => ({
      sessions: [], // the history's own question tells that the worker is silent
    }));
    sessions.value = found;
  };
  useEffect(() => poll(read, POLL_MS, () => true), []);

  if (sessions.value.length === 0) return null;
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Open sessions</h2>
      <Failure error={error.value} />
      <ul class="cards">
        {sessions.value.map((session) => (
          <li key={session.id} class="card">
            <StartCapture
              session={session}
              onOpen={(run) => go({ run, tab: "requests", id: undefined })}
              onStarted={() => {
                void read();
                onStarted();
              }}
              onError={(failure) => (error.value = failure)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
