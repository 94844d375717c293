import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { AnalyzerView } from "../messages.js";
import { valueAt } from "../model/pointer.js";
import { visible } from "../model/visible.js";
import { Failure } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";
import { NO_CHOICE, type ReportChoice, ReportParams } from "./ReportParams.js";
import { WidgetView } from "./widgets/WidgetView.js";

/** One analyzer's report, drawn as its view says, computed anew when its parameters or the run change. */
export function Report({ store, view }: { store: RunStore; view: AnalyzerView }): VNode {
  const choice = useSignal<ReportChoice>(NO_CHOICE);
  const offset = useSignal(0);
  const since = store.run.value?.next_since ?? 0;
  const params = paramsOf(choice.value, offset.value);
  const { value, error } = useReading(
    `${store.runId} ${view.name} ${since} ${JSON.stringify(params)}`,
    () => askRun(store.runId, "debug/analyze", { name: view.name, params }),
  );
  const report = value?.report;
  const next = report?.next_offset;
  const notes = notesOf(report);
  return (
    <section class="report" aria-labelledby={`report-${view.name}`}>
      <h2 id={`report-${view.name}`}>{visible(view.name)}</h2>
      <p class="muted">{visible(view.summary)}</p>
      <ReportParams
        name={view.name}
        choice={choice.value}
        onChange={(chosen) => {
          choice.value = chosen;
          offset.value = 0;
        }}
      />
      <Failure error={error} />
      {report
        ? view.widgets.map((widget) => (
            <WidgetView
              key={widget.title}
              widget={widget}
              source={valueAt(report, widget.source)}
            />
          ))
        : null}
      {notes.map((note) => (
        <p key={note} class="muted">
          {visible(note)}
        </p>
      ))}
      <div class="buttons">
        {offset.value > 0 ? (
          <button
            type="button"
            onClick={() => {
              offset.value = 0;
            }}
          >
            First rows
          </button>
        ) : null}
        {typeof next === "number" ? (
          <button
            type="button"
            onClick={() => {
              offset.value = next;
            }}
          >
            Next rows
          </button>
        ) : null}
      </div>
    </section>
  );
}

function paramsOf(
  { url, slowMs, isControlled }: ReportChoice,
  offset: number,
): { [name: string]: unknown } {
  return {
    ...(offset > 0 ? { offset } : {}),
    ...(url === "" ? {} : { url }),
    ...(slowMs === undefined ? {} : { slow_ms: slowMs }),
    ...(isControlled ? { include_controlled: true } : {}),
  };
}

/** What a report says of itself in words: its meaning and its gaps. */
function notesOf(report: unknown): readonly string[] {
  const semantics = valueAt(report, "/analysis/semantics");
  const coverage = valueAt(report, "/analysis/coverage");
  const gaps = Array.isArray(coverage) ? coverage.filter((gap) => typeof gap === "string") : [];
  return [
    ...(typeof semantics === "string" ? [semantics] : []),
    ...(gaps.length > 0 ? [`Gaps: ${gaps.join(", ").replaceAll("_", " ")}.`] : []),
  ];
}
