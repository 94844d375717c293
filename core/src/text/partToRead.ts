import type { Body, RequestRow } from "@bsk/schema";

type Part = "request" | "response";

/** The part with a body that can be read, `rather` before the other; where there is none, headers are all there is. */
export function partToRead(
  row: Pick<RequestRow, "state" | "request_body" | "response_body">,
  rather: Part = "response",
): Part | "headers" {
  const other: Part = rather === "request" ? "response" : "request";
  const isReadable = ({ state }: Body): boolean =>
    state === "available" ||
    state === "truncated" ||
    (state === "pending" && row.state === "complete"); // it is being fetched
  return [rather, other].find((part) => isReadable(row[`${part}_body`])) ?? "headers";
}
