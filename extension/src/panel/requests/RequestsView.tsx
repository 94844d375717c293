import { shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { overtakenIds } from "../model/overtaken.js";
import { groupRequests, NO_FILTER, type RequestFilter, typesOf } from "../model/requests.js";
import { counted } from "../model/units.js";
import { Missing } from "../parts/Missing.js";
import { MoreButton, PAGE_ROWS, withPlace } from "../parts/MoreButton.js";
import type { RunStore } from "../state/RunStore.js";
import { go, route } from "../state/route.js";
import { RequestDetail } from "./RequestDetail.js";
import { RequestFilters } from "./RequestFilters.js";
import { RequestItem } from "./RequestItem.js";

/** All requests of a run, business and failures first and the rest folded, with the chosen one beside them. */
export function RequestsView({ store }: { store: RunStore }): VNode {
  const filter = useSignal<RequestFilter>(NO_FILTER);
  const rows = store.requests.value;
  const { telling, background } = groupRequests(rows.values(), filter.value);
  const overtaken = useMemo(() => overtakenIds(rows.values()), [rows]);
  const { id } = route.value;
  const chosen = id === undefined ? undefined : rows.get(`${store.runId}:${id}`);
  return (
    <div class={chosen ? "split" : ""}>
      <div class="list-side">
        <RequestFilters
          filter={filter.value}
          types={typesOf(rows.values())}
          onChange={(next) => (filter.value = next)}
        />
        <p class="muted" role="status">
          {telling.length + background.length} of {counted(rows.size, "request")} match
          {store.isLoaded.value ? "" : ", reading on …"}
        </p>
        {id !== undefined && store.isLoaded.value && !chosen ? <Missing id={id} /> : null}
        <List
          title="Business requests and failures"
          rows={telling}
          overtaken={overtaken}
          chosen={id}
        />
        {telling.length === 0 ? <p class="empty">No business request or failure matches.</p> : null}
        <Background rows={background} overtaken={overtaken} chosen={id} />
      </div>
      {chosen ? <RequestDetail key={chosen.id} store={store} row={chosen} /> : null}
    </div>
  );
}

function Background({
  rows,
  overtaken,
  chosen,
}: {
  rows: readonly RequestRow[];
  overtaken: ReadonlySet<string>;
  chosen: string | undefined;
}): VNode | null {
  const isOpen = useSignal(rows.some(({ id }) => shortId(id) === chosen));
  if (rows.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {counted(rows.length, "other request")}: static files, preflights, extensions
      </button>
      {isOpen.value ? (
        <List title="Other requests" rows={rows} overtaken={overtaken} chosen={chosen} />
      ) : null}
    </>
  );
}

function List({
  title,
  rows,
  overtaken,
  chosen,
}: {
  title: string;
  rows: readonly RequestRow[];
  overtaken: ReadonlySet<string>;
  chosen: string | undefined;
}): VNode {
  const asked = useSignal(PAGE_ROWS);
  const shown = withPlace(
    asked.value,
    rows.findIndex(({ id }) => shortId(id) === chosen),
  );
  return (
    <>
      <ul class="rows" aria-label={title}>
        {rows.slice(0, shown).map((row) => (
          <RequestItem
            key={row.id}
            row={row}
            isOvertaken={overtaken.has(row.id)}
            isChosen={shortId(row.id) === chosen}
            onChoose={() => go({ id: shortId(row.id) })}
          />
        ))}
      </ul>
      <MoreButton
        shown={shown}
        total={rows.length}
        onMore={() => {
          asked.value = shown + PAGE_ROWS;
        }}
      />
    </>
  );
}
