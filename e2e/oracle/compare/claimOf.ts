import type { RequestRecord } from "@bsk/schema";

/** What a record says of its way: to the server, or who answered instead. */
export type Claim = "network" | "inline" | "cache" | "service_worker" | "rule";

/** `Host` is set as a request goes out. */
function hasWireHeaders({ request_headers: headers }: RequestRecord): boolean {
  return headers?.host !== undefined || headers?.[":authority"] !== undefined;
}

export function claimOf(record: RequestRecord): Claim {
  const { traffic, url, intervention } = record;
  if (traffic === "inline") return "inline";
  if (traffic === "extension" && !url.startsWith("http")) return "inline";
  const isAnswered = intervention?.type === "mock" || intervention?.type === "block";
  if (isAnswered && intervention.state === "applied") return "rule";
  if (record.from_service_worker) return "service_worker";
  if (record.from_cache && !hasWireHeaders(record)) return "cache";
  return "network";
}
