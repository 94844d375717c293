import type { ObservedVisit, VisitGap, VisitRecord } from "@bsk/schema";
import { type Dialog, withoutDialogs } from "./dialogs.js";
import {
  cutBy,
  ENDED,
  isInitiallyHidden,
  isViewportChanged,
  metricsOf,
  type Seen,
} from "./metrics.js";

type Made = Omit<VisitRecord, "record" | "id" | "run_id" | "sequence">;

/** The key of a visit: its document's time origin, and its number there. */
export function documentKey({ visit }: Seen): string {
  return `${visit.time_origin}:${visit.number}`;
}

/** The record of a visit, from its latest reading alone, the dialogs of its tab, and what became of it. */
export function visitRecord({ visit: read, ending }: Seen, dialogs: readonly Dialog[] = []): Made {
  const { visit, isKnown } = withoutDialogs(read, dialogs.filter(during(read)));
  const seen: Seen = { visit, ending };
  const { time_origin: origin, long_tasks: tasks, animation_frames: frames } = visit;
  const { width, height } = visit.viewport_changes.at(-1) ?? visit.viewport;
  return {
    document_key: documentKey(seen),
    time_origin: origin,
    started_at: origin + visit.start_ms,
    observed_at: origin + visit.read_ms,
    url: visit.url,
    navigation: visit.navigation,
    state: stateOf(seen),
    early: visit.is_early,
    scope: "main_frame",
    viewport: { width, height },
    visibility: visit.visibility,
    visibility_truncated: visit.visibility_truncated,
    metrics: metricsOf(seen),
    long_tasks: tasks.costliest,
    long_tasks_truncated: tasks.count > tasks.costliest.length,
    animation_frames: frames.costliest,
    animation_frames_truncated: frames.count > frames.costliest.length,
    coverage: [...gapsOf(seen), ...(isKnown ? [] : (["dialog_time_unknown"] as const))],
  };
}

function during({ time_origin: origin, start_ms: start, read_ms: read }: ObservedVisit) {
  return ({ openedAt, closedAt = openedAt }: Dialog): boolean =>
    closedAt >= origin + start && openedAt <= origin + read;
}

function stateOf({ visit, ending }: Seen): VisitRecord["state"] {
  if (visit.is_final || ending === "stopped" || ending === "left") return "completed";
  return ending === undefined ? "capturing" : "interrupted";
}

function gapsOf(seen: Seen): VisitGap[] {
  const { visit } = seen;
  const cut = cutBy(seen);
  const gaps: readonly (readonly [VisitGap, boolean])[] = [
    ["started_late", !visit.is_early],
    ["initially_hidden", isInitiallyHidden(visit)],
    ["browser_entry_buffer_full", visit.is_buffer_full],
    ["visibility_history_limit", visit.visibility_truncated],
    ["viewport_changed_by_debugger", isViewportChanged(visit)],
  ];
  return [
    ...gaps.flatMap(([gap, holds]) => (holds ? [gap] : [])),
    ...(cut === undefined ? [] : [ENDED[cut]]),
  ];
}
