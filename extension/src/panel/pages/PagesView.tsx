import { shortId } from "@bsk/core";
import type { Field, PageRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { clock } from "../model/units.js";
import { oneLine, visible } from "../model/visible.js";
import { Block } from "../parts/Block.js";
import { Missing } from "../parts/Missing.js";
import { MoreButton } from "../parts/MoreButton.js";
import { Failure, Notice } from "../parts/Notice.js";
import { anchorOf, isNamed, useArrival, useShown } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { readPages } from "../state/readAll.js";
import { useReading } from "../state/useReading.js";

const FIRST = 30;

/** What the main frame showed at each load; with all, at each operation too. */
export function PagesView({ store }: { store: RunStore }): VNode {
  const asked = useSignal<boolean | undefined>(undefined);
  const since = store.run.value?.next_since ?? 0;
  const { value, error } = useReading(`${store.runId} ${since}`, () => readPages(store.runId));
  const every = value ?? [];
  const isAll = asked.value ?? every.some((page) => isNamed(page.id) && !isLoad(page));
  const pages = isAll ? every : every.filter(isLoad);
  const { shown, onMore } = useShown(pages, FIRST);
  useArrival(value !== undefined);
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  return (
    <>
      <Failure error={error} />
      <div class="toolbar">
        <label>
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ currentTarget }) => {
              asked.value = currentTarget.checked;
            }}
          />{" "}
          Every reading, not only loads
        </label>
        <p class="muted" role="status">
          {pages.length} of {value.length} readings
        </p>
      </div>
      <Missing kept={value} noun="reading" />
      {pages.length === 0 ? <p class="empty">No page load was read.</p> : null}
      <ol class="cards one">
        {pages.slice(0, shown).map((page) => (
          <PageCard key={page.id} page={page} />
        ))}
      </ol>
      <MoreButton shown={shown} total={pages.length} step={FIRST} onMore={onMore} />
    </>
  );
}

function isLoad({ cause = "load" }: PageRecord): boolean {
  return cause === "load";
}

function PageCard({ page }: { page: PageRecord }): VNode {
  const { id, at, cause = "load", title, url = "", state, reason, text, fields = [] } = page;
  const short = shortId(id);
  return (
    <li class="card" {...anchorOf(id)}>
      <h2>
        {short} {oneLine(title?.trim() || "Untitled", 140)}
      </h2>
      <p class="url">{oneLine(url)}</p>
      <p class="muted">
        {clock(at)} · {cause}
        {page.navigation === undefined ? "" : ` · ${oneLine(page.navigation, 40)}`}
        {page.operation_id === undefined ? "" : ` · ${shortId(page.operation_id)}`}
      </p>
      {state === "unavailable" ? (
        <Notice tone="warn" text={`Not read: ${(reason ?? "unknown").replaceAll("_", " ")}.`} />
      ) : null}
      {page.frames ? <p class="muted">{page.frames} frames in it were not read.</p> : null}
      <FieldTable fields={fields} isPartial={page.fields_partial ?? false} label={short} />
      {text === undefined || text === "" ? null : (
        <details>
          <summary>Text{page.truncated ? ", truncated" : ""}</summary>
          <Block label={`Text of ${short}`} text={text} />
        </details>
      )}
    </li>
  );
}

function FieldTable({
  fields,
  isPartial,
  label,
}: {
  fields: readonly Field[];
  isPartial: boolean;
  label: string;
}): VNode | null {
  if (fields.length === 0)
    return isPartial ? <p class="muted">It has fields that were not read.</p> : null;
  return (
    <details>
      <summary>
        {fields.length} fields{isPartial ? ", there were more" : ""}
      </summary>
      <table aria-label={`Fields of ${label}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">{oneLine(field.label || field.name || field.key, 80)}</th>
              <td>
                {field.value === undefined ? field.state : visible(field.value)}
                {field.value !== undefined && field.state !== "available"
                  ? ` (${field.state})`
                  : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
