import type { RequestRecord } from "@bsk/schema";
import type { RequestFilter } from "../EvidenceReader.js";
import { requestKind } from "./requestKind.js";

/** Whether all conditions hold. The URL is a case-sensitive part of the retained one; the rest is exact. */
export function matchesFilter(request: RequestRecord, filter: RequestFilter): boolean {
  const { kind = "all", url, method, resource_type: type, status, state } = filter;
  return (
    (kind === "all" || requestKind(request) === kind) &&
    (url === undefined || request.url.includes(url)) &&
    (method === undefined || request.method === method) &&
    (type === undefined || request.resource_type === type) &&
    (status === undefined || request.status === status) &&
    (state === undefined || request.state === state)
  );
}
