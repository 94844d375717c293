import { shortId } from "@bsk/core";
import type { VisitRecord } from "@bsk/schema";
import type { VNode } from "preact";
import { clock, counted, duration } from "../model/units.js";
import { oneLine, visible } from "../model/visible.js";
import { metricCards } from "../model/visits.js";
import { Missing } from "../parts/Missing.js";
import { Failure, Notice } from "../parts/Notice.js";
import { Reports } from "../reports/ReportsView.js";
import { askRun } from "../state/ask.js";
import { anchorOf, useArrival } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";

/** What each visit of the main frame measured, each value with its state. */
export function PerformanceView({ store }: { store: RunStore }): VNode {
  const since = store.run.value?.next_since ?? 0;
  const { value, error } = useReading(`${store.runId} ${since}`, () =>
    askRun(store.runId, "panel/visits", {}),
  );
  useArrival(value !== undefined);
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  const visits = [...value.visits].sort((a, b) => b.started_at - a.started_at);
  return (
    <>
      <Failure error={error} />
      <Missing kept={visits} noun="visit" />
      {visits.length === 0 ? (
        <p class="empty">No visit was measured in this run. That is no value of zero.</p>
      ) : (
        <p class="muted">
          Observed in the main frame. Provisional values can still change; a missing one says why.
        </p>
      )}
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} />
      ))}
      <Reports store={store} wanted={(name) => name === "performance"} />
    </>
  );
}

function Visit({ visit }: { visit: VisitRecord }): VNode {
  const { id, url, started_at: at, navigation, state, early, long_tasks: tasks } = visit;
  const title = `visit-${shortId(id)}`;
  return (
    <section class="visit" {...anchorOf(id)} aria-labelledby={title}>
      <h2 id={title}>
        {shortId(id)} {oneLine(url, 160)}
      </h2>
      <p class="muted">
        {clock(at)} · {oneLine(navigation, 40)} · {state} · {counted(tasks.length, "long task")}
        {visit.long_tasks_truncated ? ", there were more" : ""}
        {tasks.length > 0
          ? `, the longest ${duration(Math.max(...tasks.map(({ duration_ms: ms }) => ms)))}`
          : ""}
      </p>
      {early ? null : (
        <Notice tone="warn" text="The measuring began after the document's first script." />
      )}
      <ul class="metrics">
        {metricCards(visit).map(({ name, value, rating, note }) => (
          <li key={name} class="card metric">
            <p class="metric-name">{visible(name)}</p>
            <p class="metric-value">{value ?? "–"}</p>
            <p class="muted">
              {rating === undefined ? "" : `${rating} · `}
              {visible(note)}
            </p>
          </li>
        ))}
      </ul>
      {visit.coverage.length > 0 ? (
        <ul class="gaps" aria-label="Gaps">
          {visit.coverage.map((gap) => (
            <li key={gap} class="gap">
              {visible(gap.replaceAll("_", " "))}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
