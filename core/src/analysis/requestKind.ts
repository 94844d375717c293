import type { RequestRecord } from "@bsk/schema";
import type { RequestFilter } from "../EvidenceReader.js";

export type RequestKind = Exclude<RequestFilter["kind"], "all" | undefined>;

const EXTENSION_URL = /^(?:chrome|moz)-extension:/;

/**
 * extension: by URL, initiator or mark; business: Fetch, XHR, documents, JSON, any method but GET and HEAD.
 * A preflight is the browser's own question, not the site's business.
 */
export function requestKind(request: RequestRecord): RequestKind {
  if (request.traffic === "extension") return "extension";
  const initiators = [
    request.initiator?.url,
    ...(request.initiator?.frames ?? []).map(({ url }) => url),
  ];
  if ([request.url, ...initiators].some((url) => url !== undefined && EXTENSION_URL.test(url)))
    return "extension";
  if (request.traffic === "preflight") return "resource";
  const { resource_type: type, method, mime_type: mime } = request;
  if (type === "Fetch" || type === "XHR" || type === "Document") return "business";
  if (method !== "GET" && method !== "HEAD") return "business";
  return mime?.includes("json") ? "business" : "resource";
}
