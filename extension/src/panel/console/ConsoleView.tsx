import { shortId } from "@bsk/core";
import type { ConsoleRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { workerText } from "../model/requests.js";
import { clock, counted } from "../model/units.js";
import { oneLine, visible } from "../model/visible.js";
import { Missing } from "../parts/Missing.js";
import { MoreButton, PAGE_ROWS } from "../parts/MoreButton.js";
import { Failure } from "../parts/Notice.js";
import { frameText } from "../requests/MetadataView.js";
import { anchorOf, useArrival, useShown } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { readConsole } from "../state/readAll.js";
import { useReading } from "../state/useReading.js";

/** Console messages, exceptions and browser entries, with who said them. */
export function ConsoleView({ store }: { store: RunStore }): VNode {
  const errorsOnly = useSignal(false);
  const since = store.run.value?.next_since ?? 0;
  const { value, error } = useReading(`${store.runId} ${since}`, () => readConsole(store.runId));
  const entries = (value ?? []).filter(({ level }) => !errorsOnly.value || level === "error");
  const { shown, onMore } = useShown(entries, PAGE_ROWS);
  useArrival(value !== undefined);
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  return (
    <>
      <Failure error={error} />
      <div class="toolbar">
        <label>
          <input
            type="checkbox"
            checked={errorsOnly.value}
            onChange={({ currentTarget }) => {
              errorsOnly.value = currentTarget.checked;
            }}
          />{" "}
          Errors only
        </label>
        <p class="muted" role="status">
          {sourceCounts(value)}
        </p>
      </div>
      <Missing kept={value} noun="message" dropped={store.run.value?.counts.dropped_console ?? 0} />
      {entries.length === 0 ? <p class="empty">No entry.</p> : null}
      <ol class="console">
        {entries.slice(0, shown).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <MoreButton shown={shown} total={entries.length} onMore={onMore} />
    </>
  );
}

function Entry({ entry }: { entry: ConsoleRecord }): VNode {
  const { id, at, level, origin, text, count, source, worker, truncated, stack = [] } = entry;
  const place = entry.source_url === undefined ? "" : placeOf(entry);
  return (
    <li class={`entry ${level}`} {...anchorOf(id)}>
      <p class="entry-head">
        <span class="cell id">{shortId(id)}</span>
        <span class="muted">{clock(at)}</span>
        <span class={`mark ${level === "error" ? "bad" : "plain"}`}>{level}</span>
        {origin === "exception" ? <span class="mark bad">not caught</span> : null}
        {source === "website" ? null : <span class="mark plain">{source}</span>}
        {worker === undefined ? null : (
          <span class="mark plain">{oneLine(workerText(worker))}</span>
        )}
        {count > 1 ? <span class="mark plain">× {count}</span> : null}
        {truncated ? <span class="mark warn">truncated</span> : null}
      </p>
      <p class="entry-text">{visible(text)}</p>
      {place === "" ? null : <p class="muted url">{oneLine(place)}</p>}
      {stack.length > 1 ? (
        <details>
          <summary>Stack of {counted(stack.length, "frame")}</summary>
          <ol class="stack">
            {stack.map((frame, index) => (
              <li key={index}>{visible(frameText(frame))}</li>
            ))}
          </ol>
        </details>
      ) : null}
    </li>
  );
}

function placeOf({ source_url: url = "", line, column }: ConsoleRecord): string {
  if (line === undefined) return url;
  return column === undefined ? `${url}:${line}` : `${url}:${line}:${column}`;
}

/** `3 of the website, 1 of an extension`. */
function sourceCounts(entries: readonly ConsoleRecord[]): string {
  const counts = new Map<string, number>();
  for (const { source, count } of entries) counts.set(source, (counts.get(source) ?? 0) + count);
  if (counts.size === 0) return "Nothing was said.";
  return [...counts].map(([source, count]) => `${source} ${count}`).join(" · ");
}
