import type { RequestRow } from "@bsk/schema";
import { cut, shortId } from "./shorten.js";
import { bytes, milliseconds } from "./units.js";

/** From here on a request is marked slow. */
export const SLOW_MS = 1000;

/** The status, or the state where there is none. */
export function statusOf(row: RequestRow): string {
  return row.status === undefined ? row.state : String(row.status);
}

export function sizeOf(row: RequestRow): number | undefined {
  return row.transfer_bytes ?? row.decoded_bytes ?? row.response_body.bytes;
}

/** An exchange that failed, or an HTTP error. */
export function isFailure(row: RequestRow): boolean {
  return row.state === "failed" || (row.status !== undefined && row.status >= 400);
}

/** What decides diagnoses, at the end of a row. */
export function marksOf(row: RequestRow): string[] {
  const marks: string[] = [];
  if (row.pinned) marks.push("pinned");
  if (row.from_cache) marks.push("cache");
  if (row.from_service_worker) marks.push("sw");
  if ((row.duration_ms ?? 0) >= SLOW_MS) marks.push("slow");
  if (row.state === "redirected") marks.push("redirect");
  if (row.redirect_from !== undefined) marks.push(`from ${shortId(row.redirect_from)}`);
  if (row.traffic !== "page") marks.push(row.traffic);
  if (row.status !== undefined && isUnfinished(row.state)) marks.push(row.state);
  if (row.integrity.start === "incomplete") marks.push("began before capture");
  if (row.status !== undefined && row.state === "failed") marks.push("failed");
  if (row.error !== undefined) marks.push(cut(row.error, 60));
  return marks;
}

function isUnfinished(state: RequestRow["state"]): boolean {
  return state === "open" || state === "pending" || state === "not_read" || state === "interrupted";
}

/** `n12 POST 422 118ms 64B`, without the URL. */
export function requestCells(row: RequestRow): string[] {
  return [
    shortId(row.id),
    cut(row.method, 12),
    statusOf(row),
    milliseconds(row.duration_ms),
    bytes(sizeOf(row)),
  ];
}
