import type { RequestRow } from "@bsk/schema";
import type { VNode } from "preact";
import { phasesOf } from "../model/timing.js";
import { Facts } from "../parts/Facts.js";
import { Failure } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";

/** The browser's own timing of the request. */
export function TimingView({ store, row }: { store: RunStore; row: RequestRow }): VNode {
  const { value, error } = useReading(`${row.id} timing ${row.sequence}`, () =>
    askRun(store.runId, "debug/request", { id: row.id, part: "timing" }),
  );
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  const phases = phasesOf(value.request.timing ?? {});
  if (phases.length === 0) return <p class="muted">The browser gave no timing.</p>;
  return (
    <>
      <Failure error={error} />
      <p class="muted">After the request began, as the browser measured it.</p>
      <Facts facts={phases.map(([name, ms]) => [name, `${ms} ms`])} />
    </>
  );
}
