import { isFailure, shortId } from "@bsk/core";
import type { LinkedOperation, OperationEvidence, RelatedConsole, RequestRow } from "@bsk/schema";
import type { VNode } from "preact";
import { marksOf, statusOf } from "../model/requests.js";
import { clock, counted, duration } from "../model/units.js";
import { oneLine, visible } from "../model/visible.js";
import { gapSentence } from "../model/words.js";
import { MarkList } from "../parts/MarkList.js";
import { Failure, Notice } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { addressOf, go } from "../state/route.js";
import { useReading } from "../state/useReading.js";
import { FieldChains } from "./FieldChains.js";

/** What happened when it was done: fields, requests, console, page changes, gaps. */
export function OperationEvidenceView({
  store,
  operation,
}: {
  store: RunStore;
  operation: LinkedOperation;
}): VNode {
  const since = store.run.value?.next_since ?? 0;
  const { value, error } = useReading(`${operation.id} ${since}`, () =>
    askRun(store.runId, "debug/operation", { id: operation.id }),
  );
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  const { evidence, requests, console: entries, output } = value;
  const cut = output.truncated
    ? [`Shortened or left out: ${output.omitted.join(", ").replaceAll("_", " ")}.`]
    : [];
  return (
    <>
      <Failure error={error} />
      {operation.error === undefined ? null : <Notice tone="bad" text={operation.error} />}
      <Gaps gaps={[...evidence.gaps, ...cut]} />
      <FieldChains chains={evidence.fields} />
      <h3>Requests</h3>
      <LinkedRequests runId={store.runId} rows={requests} />
      <Evicted operation={value.operation} />
      <CutWindow operation={value.operation} />
      <h3>Console</h3>
      <LinkedConsole entries={entries} />
      <h3>Page</h3>
      <Changes changes={evidence.changes} />
    </>
  );
}

function Gaps({ gaps }: { gaps: readonly string[] }): VNode | null {
  if (gaps.length === 0) return null;
  return (
    <ul class="gaps" aria-label="Gaps">
      {gaps.map((gap) => (
        <li key={gap} class="gap">
          {visible(gapSentence(gap))}
        </li>
      ))}
    </ul>
  );
}

function LinkedRequests({ runId, rows }: { runId: string; rows: readonly RequestRow[] }): VNode {
  if (rows.length === 0) return <p class="muted">None kept of its time.</p>;
  return (
    <ul class="linked">
      {rows.map((row) => {
        const target = { run: runId, tab: "requests", id: shortId(row.id) } as const;
        return (
          <li key={row.id}>
            <a
              href={addressOf(target)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
                event.preventDefault();
                go(target);
              }}
            >
              {shortId(row.id)} {oneLine(row.method, 12)}
            </a>{" "}
            <span class={isFailure(row) ? "bad-text" : ""}>{statusOf(row)}</span>{" "}
            <span class="muted">{duration(row.duration_ms)}</span>{" "}
            <span class="mark plain">{row.relation ?? "time"}</span>{" "}
            <span class="url-text">{oneLine(row.url, 160)}</span>
            <MarkList marks={marksOf(row)} />
          </li>
        );
      })}
    </ul>
  );
}

function Evicted({ operation }: { operation: LinkedOperation }): VNode | null {
  const { evicted_requests: count } = operation;
  if (count === undefined) return null;
  return (
    <p class="muted">{`${counted(count, "request")} evicted: the run had no room for more.`}</p>
  );
}

/** What came after it is not among its requests: their absence proves nothing. */
function CutWindow({ operation }: { operation: LinkedOperation }): VNode | null {
  const { window_cut: cut } = operation;
  if (cut === undefined) return null;
  const by = cut.by === undefined ? "the end of the run" : shortId(cut.by);
  return <p class="muted">{`Its window was cut after ${duration(cut.after_ms)} by ${by}.`}</p>;
}

function LinkedConsole({ entries }: { entries: readonly RelatedConsole[] }): VNode {
  if (entries.length === 0) return <p class="muted">Nothing in its time.</p>;
  return (
    <ul class="linked">
      {entries.map((entry) => (
        <li key={entry.id}>
          {shortId(entry.id)} <span class="muted">{clock(entry.at)}</span>{" "}
          <span class={`mark ${entry.level === "error" ? "bad" : "plain"}`}>{entry.level}</span>{" "}
          <span class="mark plain">{entry.relation}</span> {oneLine(entry.text, 400)}
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: { changes: OperationEvidence["changes"] }): VNode {
  const { state, added, removed, passed, truncated } = changes;
  const isKnown = state === "available";
  if (isKnown && added.length + removed.length + passed.length === 0)
    return <p class="muted">Its text did not change.</p>;
  return (
    <>
      {isKnown ? null : (
        <p class="muted">Not known: the page's text before or after it is missing.</p>
      )}
      <ul class="changes">
        {removed.map((line, index) => (
          <li key={`-${index}`} class="removed">
            <span class="sign">−</span> {oneLine(line, 400)}
          </li>
        ))}
        {added.map((line, index) => (
          <li key={`+${index}`} class="added">
            <span class="sign">+</span> {oneLine(line, 400)}
          </li>
        ))}
        {passed.map(({ text, live }, index) => (
          <li key={`~${index}`} class="passed">
            <span class="sign">~</span> {oneLine(text, 400)}{" "}
            <span class="mark plain">{live === undefined ? "" : `${live}, `}came and went</span>
          </li>
        ))}
      </ul>
      {truncated ? <p class="muted">There was more.</p> : null}
    </>
  );
}
