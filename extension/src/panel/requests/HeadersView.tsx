import type { Headers, RequestRow } from "@bsk/schema";
import type { VNode } from "preact";
import { Facts } from "../parts/Facts.js";
import { Failure, Notice } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";

/** Both header sets as they were kept. */
export function HeadersView({ store, row }: { store: RunStore; row: RequestRow }): VNode {
  const { value, error } = useReading(`${row.id} headers ${row.sequence}`, () =>
    askRun(store.runId, "debug/request", { id: row.id, part: "headers" }),
  );
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  const { request_headers: sent, response_headers: got, integrity } = value.request;
  return (
    <>
      <Failure error={error} />
      <h3>Request headers</h3>
      <HeaderList headers={sent} />
      <h3>Response headers</h3>
      {integrity.response_headers === "truncated" ? (
        <Notice tone="warn" text="They were cut: some are missing." />
      ) : null}
      <HeaderList headers={got} />
    </>
  );
}

function HeaderList({ headers }: { headers: Headers | undefined }): VNode {
  const pairs = Object.entries(headers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (pairs.length === 0) return <p class="muted">None was kept.</p>;
  return <Facts facts={pairs} />;
}
