import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { coverageNotes, runNotices } from "../model/runs.js";
import { counted, dateTime } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { runSentence } from "../model/words.js";
import { Failure, Notice } from "../parts/Notice.js";
import { RunActions } from "../record/RunActions.js";
import { addressOf, go } from "../state/route.js";

/** One run of the history: what it is, what it holds, what it misses, and what can be done with it. */
export function HistoryCard({ run, onDeleted }: { run: RunRecord; onDeleted: () => void }): VNode {
  const error = useSignal<PanelError | undefined>(undefined);
  const { id, name, url, state, counts } = run;
  const gaps = coverageNotes(run).filter(({ isGap }) => isGap).length;
  const target = { run: id, tab: "requests", id: undefined } as const;
  return (
    <li class="card run-card">
      <h2>
        <a
          href={addressOf(target)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
            event.preventDefault();
            go(target);
          }}
        >
          {oneLine(name ?? "Unnamed run", 140)}
        </a>
      </h2>
      <p class={`state ${state}`}>{runSentence(run)}</p>
      <p>
        <span class="muted">Began at</span> <span class="url-text">{oneLine(url)}</span>
      </p>
      <p class="counts">
        {counted(counts.requests, "request")} · {counted(counts.operations, "operation")} ·{" "}
        <span class={counts.errors > 0 ? "bad-text" : ""}>
          {counted(counts.errors, "console error")}
        </span>
      </p>
      <p class="muted">
        {dateTime(run.started_at)} · <code>{id}</code> · session <code>{run.session_id}</code>
        {run.storage ? ` · ${counted(run.storage.requests, "request")} saved` : ""}
        {gaps > 0 ? ` · ${counted(gaps, "gap")}` : ""}
      </p>
      {runNotices(run).map((text) => (
        <Notice key={text} tone="warn" text={text} />
      ))}
      <Failure error={error.value} />
      <RunActions run={run} onDeleted={onDeleted} onError={(failure) => (error.value = failure)} />
    </li>
  );
}
