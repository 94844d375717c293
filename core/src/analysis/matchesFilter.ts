import type { RequestRecord } from "@bsk/schema";
import type { RequestFilter } from "../EvidenceReader.js";
import { httpStatus, isFailure } from "./requestFacts.js";
import { requestKind } from "./requestKind.js";

/** Whether all conditions hold. */
export function matchesFilter(request: RequestRecord, filter: RequestFilter): boolean {
  const { kind = "all", url, method, resource_type: type, status, state, failed } = filter;
  return (
    (kind === "all" || requestKind(request) === kind) &&
    (url === undefined || request.url.includes(url)) &&
    (method === undefined || request.method.toUpperCase() === method.toUpperCase()) &&
    (type === undefined || request.resource_type === type) &&
    (status === undefined || hasStatus(request, status)) &&
    (state === undefined || request.state === state) &&
    (failed !== true || isFailure(request))
  );
}

/** `401,5xx`: one of these, each with `x` for any digit. */
function hasStatus(request: RequestRecord, wanted: number | string): boolean {
  const status = httpStatus(request);
  if (status === undefined) return false;
  const own = String(status);
  return String(wanted)
    .toLowerCase()
    .split(",")
    .some((one) => one === own || (one.endsWith("xx") && one[0] === own[0]));
}
