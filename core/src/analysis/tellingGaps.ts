import type { Coverage } from "@bsk/schema";

/** Flags that say how every capture works. */
const STANDING: ReadonlySet<Coverage["flag"]> = new Set<Coverage["flag"]>([
  "from_start",
  "task_tab",
  "text_bodies_bounded",
  "time_window_not_causality",
  "page_main_frame",
  "worker_targets_not_captured", // of older recordings
  "shared_workers_not_captured",
  "manual_main_frame_only",
]);

/** What this very capture did not see; what none sees is told in the run's coverage. */
export function tellingGaps(coverage: readonly Coverage[]): Coverage[] {
  return coverage.filter(({ flag }) => !STANDING.has(flag));
}
