import type { RequestRow } from "@bsk/schema";

/** From here on a request is marked slow. */
export const SLOW_MS = 1000;

/** An exchange that failed, or an HTTP error. */
export function isFailure(row: Pick<RequestRow, "state" | "status">): boolean {
  return row.state === "failed" || (row.status !== undefined && row.status >= 400);
}

/** On the wire where known, else decoded, else of the kept body. */
export function requestBytes(
  row: Pick<RequestRow, "decoded_bytes" | "response_body" | "transfer_bytes">,
): number | undefined {
  return row.transfer_bytes ?? row.decoded_bytes ?? row.response_body.bytes;
}
