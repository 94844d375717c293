import type { Coverage, RuleRecord, RunRecord } from "@bsk/schema";
import { BskError } from "../errors.js";
import { boundUrl } from "./boundUrl.js";
import type { CaptureOptions } from "./CaptureOptions.js";
import { cutText } from "./cutText.js";

type StopReason = NonNullable<RunRecord["stop_reason"]>;

/** What no capture of this version sees, said in every run. */
export const STANDING: readonly Coverage[] = [
  { flag: "task_tab" },
  { flag: "text_bodies_bounded" },
  { flag: "time_window_not_causality" },
  { flag: "page_main_frame" },
  { flag: "shared_workers_not_captured" },
  { flag: "manual_main_frame_only" },
];

/** A run as it begins. Counts and storage are filled in by the log. */
export function newRun(options: CaptureOptions): RunRecord {
  const run: RunRecord = {
    record: "run",
    id: options.runId,
    session_id: options.sessionId,
    tab_id: options.tabId,
    url: boundUrl(options.url).url,
    started_at: options.clock.now(),
    state: "capturing",
    counts: {
      requests: 0,
      operations: 0,
      console: 0,
      pages: 0,
      errors: 0,
      dropped_requests: 0,
      dropped_operations: 0,
      dropped_console: 0,
    },
    coverage: [],
    next_since: 0,
    durable_sequence: 0,
    environment: options.environment,
  };
  const name = cutText(options.name ?? "", 120);
  if (name) run.name = name;
  return run;
}

/** Why a capture ended whose debugger was detached. */
export function stopReasonOf(detachReason: string): StopReason {
  if (detachReason === "target_closed") return "tab_closed";
  return detachReason === "canceled_by_user" ? "canceled_by_user" : "debugger_detached";
}

const GONE: ReadonlySet<StopReason> = new Set([
  "tab_closed",
  "debugger_detached",
  "canceled_by_user",
]);
const UNSTARTED: ReadonlySet<StopReason> = new Set(["cancelled", "start_failed", "start_timeout"]);

/** What its reason says of an end: the tab cannot be asked any more; the start itself came to no end. */
export function endingOf(reason: StopReason): {
  readonly isGone: boolean;
  readonly isUnstarted: boolean;
} {
  return { isGone: GONE.has(reason), isUnstarted: UNSTARTED.has(reason) };
}

const SILENT: ReadonlySet<string> = new Set([
  "dialog_open",
  "page_crashed",
  "page_gone",
  "page_hung",
]);

/** The page is known to answer nothing after this error. */
export function isSilent(error: unknown): boolean {
  return error instanceof BskError && SILENT.has(error.code);
}

/** Keeps the run's count of enabled rules; `active` holds their ids. */
export function countRule(run: RunRecord, active: Set<string>, { id, state }: RuleRecord): void {
  if (state === "enabled") active.add(id);
  else active.delete(id);
  run.active_rules = active.size;
}
