import { httpStatus, isBackground, SLOW_MS, shortId } from "@bsk/core";
import type { RequestRow, WorkerSource } from "@bsk/schema";
import { hasBodyGap } from "./words.js";

export interface Mark {
  readonly text: string;
  readonly tone: "plain" | "warn" | "bad" | "control";
}

/** The status, or the state where there is none. */
export function statusOf(row: RequestRow): string {
  const status = httpStatus(row);
  return status === undefined ? row.state.replaceAll("_", " ") : String(status);
}

/** What decides diagnoses, for the end of a row. */
export function marksOf(row: RequestRow): readonly Mark[] {
  const marks: Mark[] = [];
  const add = (text: string, tone: Mark["tone"] = "plain"): void => {
    marks.push({ text, tone });
  };
  const { intervention, traffic, state } = row;
  if (intervention)
    add(`${intervention.type} ${shortId(intervention.rule_id)} ${intervention.state}`, "control");
  else if (traffic === "controlled") add("rule", "control");
  if (row.replay_id !== undefined || traffic === "replayed") add("replay", "control");
  if (traffic === "preflight" || traffic === "inline" || traffic === "worker") add(traffic);
  if (traffic === "prefetch" || traffic === "extension" || traffic === "tool") add(traffic);
  if (row.from_cache) add("cache");
  if (row.from_service_worker) add("sw");
  if ((row.duration_ms ?? 0) >= SLOW_MS) add("slow", "warn");
  if (state === "redirected") add("redirect");
  if (state === "open" || state === "pending" || state === "interrupted") add(state, "warn");
  if (state === "not_read" && httpStatus(row) !== undefined) add("not read");
  if (state === "failed") add("failed", "bad");
  if (row.integrity.start === "incomplete") add("began before capture", "warn");
  if (hasBodyGap(row.request_body) || hasBodyGap(row.response_body)) add("body gap", "warn");
  if (row.pinned) add("pinned");
  return marks;
}

export interface RequestFilter {
  /** Part of the URL, method or id, whatever its case. */
  readonly text: string;
  readonly status: "all" | "ok" | "redirect" | "error" | "failed" | "unfinished";
  /** A resource type; empty: all. */
  readonly type: string;
}

export const NO_FILTER: RequestFilter = { text: "", status: "all", type: "" };

export interface RequestGroups {
  readonly telling: readonly RequestRow[];
  readonly background: readonly RequestRow[];
}

/** What matches, newest first; what the shell's list hides is apart. */
export function groupRequests(
  rows: Iterable<RequestRow>,
  { text, status, type }: RequestFilter,
): RequestGroups {
  const wanted = text.trim().toLowerCase();
  const matching = [...rows].filter(
    (row) =>
      (type === "" || row.resource_type === type) &&
      hasStatus(row, status) &&
      (wanted === "" || textOf(row).includes(wanted)),
  );
  matching.sort((a, b) => b.started_at - a.started_at || b.sequence - a.sequence);
  return {
    telling: matching.filter((row) => !isBackground(row)),
    background: matching.filter(isBackground),
  };
}

/** Resource types that occur, sorted. */
export function typesOf(rows: Iterable<RequestRow>): readonly string[] {
  const types = new Set<string>();
  for (const { resource_type: type } of rows) if (type !== undefined) types.add(type);
  return [...types].sort();
}

/** `service worker http://…/sw.js` */
export function workerText({ type, url }: WorkerSource): string {
  return `${type === "service" ? "service worker" : "worker"} ${url}`.trim();
}

function textOf({ url, method, id }: RequestRow): string {
  return `${method} ${url} ${shortId(id)}`.toLowerCase();
}

function hasStatus(row: RequestRow, wanted: RequestFilter["status"]): boolean {
  const { state } = row;
  const status = httpStatus(row) ?? 0;
  switch (wanted) {
    case "all":
      return true;
    case "ok":
      return status >= 200 && status < 300;
    case "redirect":
      return status >= 300 && status < 400;
    case "error":
      return status >= 400;
    case "failed":
      return state === "failed";
    case "unfinished":
      return state === "pending" || state === "open" || state === "interrupted";
  }
}
