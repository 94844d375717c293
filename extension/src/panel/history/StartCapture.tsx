import type { TabInfo } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError, PanelSession } from "../messages.js";
import { oneLine } from "../model/visible.js";
import { askProfile, askRun, errorOf } from "../state/ask.js";

export interface StartCaptureProps {
  readonly session: PanelSession;
  readonly onOpen: (runId: string) => void;
  readonly onStarted: () => void;
  readonly onError: (error: PanelError | undefined) => void;
}

/** A session's tabs: record one under a name, stop it, open its evidence. */
export function StartCapture({ session, onOpen, onStarted, onError }: StartCaptureProps): VNode {
  const name = useSignal("");
  const isBusy = useSignal(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
      onError(undefined);
    } catch (failure) {
      onError(errorOf(failure));
    }
    isBusy.value = false;
    onStarted();
  };
  const start = (tabId: number): Promise<void> =>
    act(() => {
      const given = name.value.trim();
      const chosen = given === "" ? {} : { name: given };
      return askProfile("debug/start", { session: session.id, tab_id: tabId, ...chosen });
    });
  const canStart = session.tabs.some(({ capturing }) => capturing === undefined);
  return (
    <>
      <p>
        Session <code>{session.id}</code>
      </p>
      {session.tabs.length === 0 ? <p class="muted">It has no tab of its own.</p> : null}
      {canStart ? (
        <label class="name-field">
          Name of the recording
          <input
            type="text"
            maxLength={140}
            placeholder="Save fails"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </label>
      ) : null}
      <ul class="tab-rows">
        {session.tabs.map((tab) => (
          <li key={tab.tab_id}>
            <span class="tab-title">{titleOf(tab)}</span>
            {tab.capturing === undefined ? (
              <button type="button" disabled={isBusy.value} onClick={() => void start(tab.tab_id)}>
                Start capture<span class="unseen"> of tab {tab.tab_id}</span>
              </button>
            ) : (
              <Running
                run={tab.capturing}
                isBusy={isBusy.value}
                onOpen={onOpen}
                onStop={(run) => void act(() => askRun(run, "debug/stop", {}))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Running({
  run,
  isBusy,
  onOpen,
  onStop,
}: {
  run: string;
  isBusy: boolean;
  onOpen: (run: string) => void;
  onStop: (run: string) => void;
}): VNode {
  return (
    <span class="buttons">
      <button type="button" onClick={() => onOpen(run)}>
        Open evidence
      </button>
      <button type="button" class="danger" disabled={isBusy} onClick={() => onStop(run)}>
        Stop capture
      </button>
    </span>
  );
}

function titleOf({ title = "", url, tab_id: tabId }: TabInfo): string {
  return oneLine(title.trim() || url || `Tab ${tabId}`, 80);
}
