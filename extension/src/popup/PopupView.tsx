import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { PanelSession } from "../panel/messages.js";
import { Notice } from "../panel/parts/Notice.js";
import { askProfile } from "../panel/state/ask.js";
import { poll } from "../panel/state/poll.js";
import { askPopup } from "./askPopup.js";
import { ConnectionCard } from "./ConnectionCard.js";
import { Debugging } from "./Debugging.js";
import { HistorySwitch } from "./HistorySwitch.js";
import type { PopupRequest, PopupStatus } from "./messages.js";
import { PairCard } from "./PairCard.js";
import { SessionCards } from "./SessionCards.js";
import { TaskCard } from "./TaskCard.js";

const REFRESH_MS = 1000;

/** Undefined: the first answer has not come. */
interface State {
  readonly status: PopupStatus | undefined;
  readonly sessions: readonly PanelSession[];
  readonly runs: readonly RunRecord[];
}

/** The popup: the connection, what is going on, and what can be done about it. */
export function PopupView(): VNode {
  const state = useSignal<State | undefined>(undefined);
  const read = async (): Promise<void> => {
    state.value = await readState({ kind: "status" });
  };
  const send = (request: PopupRequest): void => {
    void readState(request).then((answered) => {
      state.value = answered;
    });
  };
  useEffect(() => poll(read, REFRESH_MS, () => true), []);
  const { status, sessions = [], runs = [] } = state.value ?? {};
  return (
    <>
      <header>
        <h1>bsk</h1>
        <p class="muted">{status ? `${status.version} · ${status.build}` : ""}</p>
      </header>
      <main>
        {state.value && !status ? (
          <Notice tone="bad" text="The extension's worker does not answer. Reload bsk." />
        ) : null}
        {status ? <ConnectionCard connection={status.connection} /> : null}
        {status ? <PairCard status={status} send={send} /> : null}
        {status ? <SessionCards sessions={status.sessions} send={send} /> : null}
        {runs
          .filter((run) => run.state === "capturing")
          .map((run) => (
            <TaskCard key={run.id} run={run} />
          ))}
        {status ? <Debugging sessions={sessions} onChanged={() => void read()} /> : null}
        {status ? <HistorySwitch isOpen={status.isHistoryOpen} send={send} /> : null}
      </main>
    </>
  );
}

async function readState(request: PopupRequest): Promise<State> {
  const status = await askPopup(request);
  // What fails here is told by the missing status, or is nothing to show.
  const { sessions } = await askProfile("panel/sessions", {}).catch(() => ({ sessions: [] }));
  const { runs } = await askProfile("panel/history", {}).catch(() => ({ runs: [] }));
  return { status, sessions, runs };
}
