import type { RunRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { coverageNotes, runNotices } from "../model/runs.js";
import { counted, dateTime, duration } from "../model/units.js";
import { oneLine, visible } from "../model/visible.js";
import { runSentence } from "../model/words.js";
import { Facts } from "../parts/Facts.js";
import { Failure, Notice } from "../parts/Notice.js";
import type { RunStore } from "../state/RunStore.js";
import { go } from "../state/route.js";
import { RunActions } from "./RunActions.js";

/** What the run is, what it holds, and what it did not see. */
export function RunHeader({ store, run }: { store: RunStore; run: RunRecord }): VNode {
  const error = useSignal<PanelError | undefined>(undefined);
  const { counts, storage } = run;
  const length = (run.stopped_at ?? Date.now()) - run.started_at;
  const dropped = counts.dropped_requests + counts.dropped_operations + counts.dropped_console;
  return (
    <section class="run-header" aria-labelledby="run-title">
      <div class="run-title">
        <h1 id="run-title">{oneLine(run.name ?? "Unnamed run", 140)}</h1>
        <RunActions
          run={run}
          onDeleted={() => go({ run: undefined, id: undefined })}
          onStopped={() => void store.refresh()}
          onError={(failure) => (error.value = failure)}
        />
      </div>
      <p class={`state ${run.state}`}>{runSentence(run)}</p>
      <p>
        <span class="muted">Began at</span> <span class="url-text">{oneLine(run.url)}</span>
      </p>
      <Failure error={error.value} />
      {runNotices(run).map((text) => (
        <Notice key={text} tone="warn" text={text} />
      ))}
      <Facts
        facts={[
          ["Started", dateTime(run.started_at)],
          ["Length", duration(length)],
          ["Run", run.id],
          ["Session", run.session_id],
          ["Console errors", String(counts.errors)],
          ["Saved", storage ? counted(storage.requests, "request") : undefined],
          ["Dropped", dropped > 0 ? String(dropped) : undefined],
          ["Pinned", storage && storage.pins > 0 ? String(storage.pins) : undefined],
        ]}
      />
      <Coverage run={run} />
    </section>
  );
}

function Coverage({ run }: { run: RunRecord }): VNode {
  const notes = coverageNotes(run);
  const gaps = notes.filter(({ isGap }) => isGap);
  return (
    <details class="coverage" open={gaps.length > 0 && gaps.length <= 3}>
      <summary>
        {gaps.length === 0 ? "No gap of its own" : counted(gaps.length, "gap")} ·{" "}
        {counted(notes.length - gaps.length, "standing limit")}
      </summary>
      <ul>
        {notes.map(({ text, isGap }) => (
          <li key={text} class={isGap ? "gap" : "muted"}>
            {visible(text)}
          </li>
        ))}
      </ul>
    </details>
  );
}
