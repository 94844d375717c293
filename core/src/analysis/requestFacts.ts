import type { RequestRow } from "@bsk/schema";

/** From here on a request is marked slow. */
export const SLOW_MS = 1000;

/** As the page saw it, else as the wire told it: of a request that was cut short, that alone may be known. */
export function httpStatus(row: Pick<RequestRow, "status" | "wire_status">): number | undefined {
  return row.status ?? row.wire_status;
}

export function isHttpError(row: Pick<RequestRow, "status" | "wire_status">): boolean {
  return (httpStatus(row) ?? 0) >= 400;
}

/** An exchange that failed, or an HTTP error. */
export function isFailure(row: Pick<RequestRow, "state" | "status" | "wire_status">): boolean {
  return row.state === "failed" || isHttpError(row);
}

/** On the wire where known, else decoded, else of the kept body. */
export function requestBytes(
  row: Pick<RequestRow, "decoded_bytes" | "response_body" | "transfer_bytes">,
): number | undefined {
  return row.transfer_bytes ?? row.decoded_bytes ?? row.response_body.bytes;
}
