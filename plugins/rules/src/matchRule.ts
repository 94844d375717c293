import type { PausedRequest } from "@bsk/core";
import { matchUrl } from "./matchUrl.js";
import type { Match } from "./RuleDefinition.js";

/** Whether a rule may want this request, by all that is known at once. */
export function mayMatch(match: Match, { request, resourceType }: PausedRequest): boolean {
  const isDocument = resourceType === "Document";
  if (isDocument !== (match.resource_type === "Document")) return false;
  if (!isDocument && resourceType !== "XHR" && resourceType !== "Fetch") return false;
  return matchesMethod(match, request) && matchUrl(match.url, request.url);
}

/** `Fetch` and `XHR` are the same to the browser where it holds a request: only its record tells. */
export function needsExactType({ resource_type: type }: Match): boolean {
  return type === "Fetch" || type === "XHR";
}

/** A preflight is the browser's own question: it is answered for a rule only where that asks for OPTIONS. */
function matchesMethod({ method }: Match, request: PausedRequest["request"]): boolean {
  if (method !== undefined) return request.method === method;
  if (request.method !== "OPTIONS") return true;
  return !Object.keys(request.headers).some(
    (name) => name.toLowerCase() === "access-control-request-method",
  );
}
