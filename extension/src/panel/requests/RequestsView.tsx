import { shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { overtakenIds } from "../model/overtaken.js";
import { groupRequests, NO_FILTER, type RequestFilter, typesOf } from "../model/requests.js";
import { counted } from "../model/units.js";
import { Missing } from "../parts/Missing.js";
import { MoreButton, PAGE_ROWS } from "../parts/MoreButton.js";
import { isNamed, useArrival, useShown } from "../state/named.js";
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
  useArrival(store.isLoaded.value);
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
        {store.isLoaded.value ? (
          <Missing
            kept={[...rows.values()]}
            noun="request"
            dropped={store.run.value?.counts.dropped_requests ?? 0}
          />
        ) : null}
        <List title="Business requests and failures" rows={telling} overtaken={overtaken} />
        {telling.length === 0 ? <p class="empty">No business request or failure matches.</p> : null}
        <Background rows={background} overtaken={overtaken} />
      </div>
      {chosen ? <RequestDetail key={chosen.id} store={store} row={chosen} /> : null}
    </div>
  );
}

function Background({
  rows,
  overtaken,
}: {
  rows: readonly RequestRow[];
  overtaken: ReadonlySet<string>;
}): VNode | null {
  const asked = useSignal<boolean | undefined>(undefined);
  const isOpen = asked.value ?? rows.some(({ id }) => isNamed(id));
  if (rows.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen}
        onClick={() => {
          asked.value = !isOpen;
        }}
      >
        {counted(rows.length, "other request")}: static files, preflights, extensions
      </button>
      {isOpen ? <List title="Other requests" rows={rows} overtaken={overtaken} /> : null}
    </>
  );
}

function List({
  title,
  rows,
  overtaken,
}: {
  title: string;
  rows: readonly RequestRow[];
  overtaken: ReadonlySet<string>;
}): VNode {
  const { shown, onMore } = useShown(rows, PAGE_ROWS);
  return (
    <>
      <ul class="rows" aria-label={title}>
        {rows.slice(0, shown).map((row) => (
          <RequestItem
            key={row.id}
            row={row}
            isOvertaken={overtaken.has(row.id)}
            onChoose={() => go({ id: shortId(row.id) })}
          />
        ))}
      </ul>
      <MoreButton shown={shown} total={rows.length} onMore={onMore} />
    </>
  );
}
