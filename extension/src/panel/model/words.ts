import type { Body, Coverage, RunRecord } from "@bsk/schema";

export const BODY_REASONS: ReadonlyMap<string, string> = sentences<NonNullable<Body["reason"]>>({
  not_in_event: "the browser did not give it",
  multipart: "multipart content is not kept",
  non_text: "it is not text",
  body_limit: "it is larger than what is kept",
  capture_busy: "too many bodies were being read at once",
  unparsed_json: "its JSON could not be checked for secrets",
  redirect: "a redirect has none",
  request_failed: "the request failed",
  browser_busy: "the browser did not answer in time",
  service_worker: "a service worker gave it to the page, and the browser keeps no copy",
  shared_worker: "a shared worker took it, where no extension sees it",
  child_capture_limit: "its worker was one more than are recorded",
  browser_buffer_unavailable: "the browser had not kept it",
  browser_buffer_evicted: "the browser had thrown it away",
  frame_detached: "its frame was gone",
  tracking_limit: "too many requests were open at once",
  memory_limit: "memory for it had run out",
  capture_stopped: "the capture ended first",
  browser_restarted: "the browser ended first",
  worker_restarted: "the extension's worker ended first",
  preflight: "a preflight has none",
  prefetch: "no page took what was fetched ahead",
  stream: "it is a stream",
  not_read: "the page did not read it, or gave it up",
  redaction_failed: "it could not be checked for secrets",
  opaque: "its type was not read (in older runs)",
  storage_failed: "it was lost in storage",
  inline: "it is part of the URL",
  method_has_no_body: "this method has none",
});

/** What is known of a body, as a sentence; its text is shown apart. */
export function bodySentence({ state, reason, chars, bytes }: Body): string {
  const why = reason === undefined ? "" : `: ${BODY_REASONS.get(reason) ?? reason}`;
  const size = chars === undefined ? "" : `, ${chars.toLocaleString("en")} characters kept`;
  const sent = bytes === undefined ? "" : `, ${bytes.toLocaleString("en")} bytes`;
  switch (state) {
    case "available":
      return `Available${size}${sent}.`;
    case "truncated":
      return `Truncated${why}. Only its beginning is kept${size}${sent}.`;
    case "empty":
      return `Empty${why}.`;
    case "pending":
      return "Pending: it has not arrived yet.";
    case "unavailable":
      return `Unavailable${why}${sent}.`;
    case "omitted":
      return `Left out${why}${sent}.`;
    case "evicted":
      return `Dropped${why}.`;
  }
}

const GAP_STATES: ReadonlySet<Body["state"]> = new Set<Body["state"]>([
  "truncated",
  "unavailable",
  "omitted",
  "evicted",
]);

/** True where the list must say that a body is not whole. */
export function hasBodyGap({ state, reason }: Body): boolean {
  if (reason === "method_has_no_body" || reason === "redirect" || reason === "preflight")
    return false;
  return GAP_STATES.has(state);
}

const FLAGS = sentences<Coverage["flag"]>({
  from_start: "The capture began before the page was opened.",
  task_tab: "Only the recorded tab is in this run.",
  text_bodies_bounded: "Bodies are kept as text, up to a bound.",
  time_window_not_causality: "A link by time is not a cause.",
  page_main_frame: "Page text and fields are of the main frame only.",
  shared_workers_not_captured: "Requests inside shared workers are not recorded.",
  shared_worker_unseen: "A shared worker ran; what it asked for is not in this run.",
  target_type_unknown:
    "Something of a kind that is not known ran beside the page; it is not in this run.",
  worker_targets_not_captured: "Requests inside workers are not recorded.",
  manual_main_frame_only: "What a person does inside frames is not recorded.",
  initial_load_not_recorded: "The page was open before the capture began: its load is missing.",
  child_capture_partial: "A frame was not recorded from its beginning.",
  child_capture_limit: "There were more frames or workers than are recorded.",
  manual_capture_unavailable: "What a person does was not recorded.",
  page_context_limit: "Older page loads were dropped.",
  page_snapshot_unavailable: "The page could not be read at some moment.",
  console_unavailable: "The console was not recorded.",
  evidence_storage_limit: "Requests were dropped: the run's storage was full.",
  evidence_write_backlog: "Evidence was dropped: writing did not keep up.",
  evidence_write_failed: "Evidence could not be written.",
  evidence_read_failed: "Evidence could not be read back.",
  interrupted_checkpoint: "The run ended without a last save: its end may be missing.",
  tracking_limit: "Too many requests were open at once: some were let go.",
  operation_limit: "Older operations were dropped.",
  console_limit: "Console entries were dropped.",
  extra_info_overflow: "Some headers may be missing.",
  target_crashed: "The page crashed.",
  event_unreadable: "An event of the browser could not be read.",
  unknown_request: "An event belonged to a request that was not seen to start.",
  plugin_failed: "A plugin failed and was left out.",
  body_queue_full: "Too many bodies were waiting: some were not read.",
  detached: "The browser took the debugger off the tab, for a moment or for good.",
  popup_not_followed: "A pop-up opened; it is not in this run.",
  socket_not_recorded: "A socket was opened: neither handshake nor messages are recorded.",
  download_not_recorded:
    "A file was downloaded: its content, and often its request, are not in this run.",
  service_worker_shared:
    "Other tabs of the site were open: what its service worker did is in this run only as far as this tab asked for it.",
  performance_capture_unavailable: "Performance was not recorded.",
  performance_read_failed: "A performance reading failed.",
  performance_record_limit: "Older visits were dropped.",
  control_cleanup_failed: "A rule could not be cleaned up.",
  control_not_recorded: "A rule touched a request that has no record.",
});

/** A coverage flag as a sentence. */
export function flagSentence(flag: string): string {
  return FLAGS.get(flag) ?? flag;
}

/** What can be said of an operation alone; the flags of its run come beside them. docs/gaps.md lists both. */
export const GAPS: ReadonlyMap<string, string> = new Map([
  ["operation_running", "The operation is still running."],
  ["operation_interrupted", "The operation was interrupted."],
  ["capacity_limit", "Evidence of this run was dropped for room."],
  ["observation_limit", "The page changed more often than was kept."],
  ["passing_text_limit", "More text came than is watched, or went than is kept."],
  [
    "before_earlier",
    "What the page showed before is from the last reading; it may have changed since.",
  ],
  ["before_unavailable", "The page before it is not known."],
  ["after_unavailable", "The page after it is not known."],
  ["dialog_open", "A dialog opened: what it led to stands with its answer."],
  ["frames_not_read", "Frames of the page were not read."],
  ["fields_partial", "The page had more fields than were read."],
  ["page_truncated", "The page's text was cut."],
  ["request_controlled", "A rule touched a request."],
  ["request_pending", "A request had not ended."],
  ["request_interrupted", "A request was interrupted."],
  ["body_pending", "A body had not arrived."],
  ["body_truncated", "A body was cut."],
  ["body_unavailable", "A body could not be had."],
  ["body_omitted", "A body was left out."],
  ["body_evicted", "A body was dropped."],
  ["payload_partial", "Bodies were searched for fields only in part."],
  ["intervening_operations", "Other operations came between; a later value may be theirs."],
]);

/** A gap of an operation as a sentence. */
export function gapSentence(gap: string): string {
  return GAPS.get(gap) ?? FLAGS.get(gap) ?? gap;
}

const STOPS = sentences<NonNullable<RunRecord["stop_reason"]>>({
  requested: "it was asked to",
  tab_released: "its tab was given back",
  tab_closed: "its tab was closed",
  session_ended: "its session ended",
  disconnected: "the daemon was gone",
  start_failed: "the start failed",
  start_timeout: "the start took too long",
  cancelled: "the start was cancelled",
  browser_restarted: "the browser restarted, or the extension was loaded anew",
  worker_restarted: "the extension's worker ended",
  debugger_detached: "the browser ended the recording",
  canceled_by_user: "a person ended the recording",
});

/** `Capturing`, `Stopped: its tab was closed`, `Interrupted: …`. */
export function runSentence({ state, stop_reason: reason }: RunRecord): string {
  const why = reason === undefined ? "" : `: ${STOPS.get(reason) ?? reason}`;
  if (state === "capturing") return "Recording";
  return `${state === "interrupted" ? "Interrupted" : "Stopped"}${why}`;
}

/** One for each word of a closed list. A recording of another version may have words that are not in it. */
function sentences<Word extends string>(
  all: Readonly<Record<Word, string>>,
): ReadonlyMap<string, string> {
  return new Map(Object.entries(all));
}
