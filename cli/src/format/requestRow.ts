import { httpStatus, milliseconds, requestBytes, SLOW_MS, shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import { cut } from "./shorten.js";
import { bytes } from "./units.js";

/** The status, or the state where there is none. */
export function statusOf(
  row: Pick<RequestRow, "status" | "wire_status"> & { readonly state: string },
): string {
  return String(httpStatus(row) ?? row.state);
}

/** What a request's marks are made of. */
export type MarkedRequest = Pick<
  RequestRow,
  | "pinned"
  | "from_cache"
  | "from_service_worker"
  | "duration_ms"
  | "redirect_from"
  | "intervention"
  | "replay_from"
  | "status"
  | "wire_status"
  | "error"
> & {
  readonly state: string;
  readonly traffic: string;
  readonly integrity: { readonly start?: "incomplete" };
};

/** What decides diagnoses, at the end of a row. */
export function marksOf(row: MarkedRequest): string[] {
  const marks: string[] = [];
  const hasStatus = httpStatus(row) !== undefined; // else the state stands in its place
  if (row.pinned) marks.push("pinned");
  if (row.from_cache) marks.push("cache");
  if (row.from_service_worker) marks.push("sw");
  if ((row.duration_ms ?? 0) >= SLOW_MS) marks.push("slow");
  if (row.state === "redirected") marks.push("redirect");
  if (row.redirect_from !== undefined) marks.push(`from ${shortId(row.redirect_from)}`);
  marks.push(...controlMarks(row));
  if (hasStatus && isUnfinished(row.state)) marks.push(row.state);
  if (row.integrity.start === "incomplete") marks.push("began before capture");
  if (hasStatus && row.state === "failed") marks.push("failed");
  if (row.error !== undefined) marks.push(cut(row.error, 60));
  return marks;
}

/** `rule r1 modify`, `mock r2`, `replay of n3`; else what kind of traffic it is, where it is not the page's. */
function controlMarks({ traffic, intervention, replay_from: source }: MarkedRequest): string[] {
  const marks: string[] = [];
  if (intervention) {
    const { type, state } = intervention;
    const rule = shortId(intervention.rule_id);
    const outcome = state === "applied" ? "" : ` (${state})`;
    marks.push(type === "mock" ? `mock ${rule}${outcome}` : `rule ${rule} ${type}${outcome}`);
  }
  if (source !== undefined) marks.push(`replay of ${shortId(source)}`);
  const isTold = marks.length > 0 && (traffic === "controlled" || traffic === "replayed");
  return traffic === "page" || isTold ? marks : [traffic, ...marks];
}

function isUnfinished(state: string): boolean {
  return state === "open" || state === "pending" || state === "not_read" || state === "interrupted";
}

/** `n12 POST 422 118ms 64B`, without the URL. */
export function requestCells(row: RequestRow): string[] {
  return [
    shortId(row.id),
    cut(row.method, 12),
    statusOf(row),
    milliseconds(row.duration_ms),
    bytes(requestBytes(row)),
  ];
}
