import type { Coverage, RunRecord } from "@bsk/schema";
import { tellingGaps } from "./tellingGaps.js";

/** Gaps that make a count of requests smaller than the truth, each once. */
export function countingGaps(run: RunRecord): string[] {
  const gaps = tellingGaps(run.coverage).flatMap(({ flag }) => (AFFECTS.has(flag) ? flag : []));
  return [
    ...new Set([...gaps, ...(run.counts.dropped_requests > 0 ? ["request_retention_limit"] : [])]),
  ];
}

const AFFECTS: ReadonlySet<Coverage["flag"]> = new Set<Coverage["flag"]>([
  "initial_load_not_recorded",
  "child_capture_partial",
  "child_capture_limit",
  "evidence_storage_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "evidence_read_failed",
  "interrupted_checkpoint",
  "tracking_limit",
  "target_crashed",
  "event_unreadable",
  "unknown_request",
  "detached",
  "popup_not_followed",
  "download_not_recorded",
  "service_worker_shared",
]);
