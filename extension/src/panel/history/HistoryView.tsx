import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { History, PanelError } from "../messages.js";
import { searchRuns } from "../model/runs.js";
import { bytes, counted } from "../model/units.js";
import { MoreButton, PAGE_ROWS } from "../parts/MoreButton.js";
import { Failure } from "../parts/Notice.js";
import { askProfile, errorOf } from "../state/ask.js";
import { poll } from "../state/poll.js";
import { HistoryCard } from "./HistoryCard.js";
import { Sessions } from "./Sessions.js";

const POLL_MS = 3000;

/** Every run of this browser profile, and the sessions whose tabs can be recorded. */
export function HistoryView(): VNode {
  const history = useSignal<History | undefined>(undefined);
  const error = useSignal<PanelError | undefined>(undefined);
  const search = useSignal("");
  const shown = useSignal(PAGE_ROWS);
  const read = async (): Promise<void> => {
    try {
      history.value = await askProfile("panel/history", {});
      error.value = undefined;
    } catch (failure) {
      error.value = errorOf(failure);
    }
  };
  useEffect(() => poll(read, POLL_MS, () => true), []);

  const runs = history.value?.runs ?? [];
  const found = searchRuns(runs, search.value);
  return (
    <>
      <h1>History</h1>
      <Failure error={error.value} />
      <Sessions onStarted={() => void read()} />
      <div class="toolbar">
        <label>
          Search
          <input
            type="search"
            placeholder="name, URL, run or session"
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
        </label>
        <p class="muted" role="status">
          {history.value ? `${found.length} of ${counted(runs.length, "run")}` : "Reading …"}
        </p>
      </div>
      <ul class="cards">
        {found.slice(0, shown.value).map((run) => (
          <HistoryCard key={run.id} run={run} onDeleted={() => void read()} />
        ))}
      </ul>
      <MoreButton
        shown={shown.value}
        total={found.length}
        onMore={() => {
          shown.value += PAGE_ROWS;
        }}
      />
      {history.value && runs.length === 0 ? <Empty /> : null}
      {history.value ? <Limits limits={history.value.limits} runs={runs} /> : null}
    </>
  );
}

function Empty(): VNode {
  return (
    <p class="empty">
      Nothing was recorded in this browser profile yet. Start a recording with{" "}
      <code>bsk debug start --session ID</code>, or from the popup.
    </p>
  );
}

function Limits({
  limits,
  runs,
}: {
  limits: History["limits"];
  runs: readonly RunRecord[];
}): VNode {
  const units = runs.reduce((sum, { storage }) => sum + (storage?.bytes ?? 0), 0);
  const days = Math.round(limits.age_ms / 86_400_000);
  return (
    <p class="muted foot">
      Kept in this browser only: {bytes(units)} of {bytes(limits.units)}, at most {limits.runs}{" "}
      runs, {days} days. The oldest stopped run goes first: export what matters. Known credentials
      were replaced before storage; that is best effort.
    </p>
  );
}
