import type { RequestRecord } from "@bsk/schema";
import type { RequestFilter } from "../EvidenceReader.js";
import { isFailure } from "./requestFacts.js";

export type RequestKind = Exclude<RequestFilter["kind"], "all" | undefined>;

/** A list's row has them too, if its initiator was asked for by name: else its frames are missing. */
type KindFacts = Pick<
  RequestRecord,
  "initiator" | "method" | "mime_type" | "resource_type" | "traffic" | "url"
>;

const EXTENSION_URL = /^(?:chrome|moz)-extension:/;

const BUSINESS: ReadonlySet<string> = new Set(["Fetch", "XHR", "Document", "EventSource"]);

/**
 * extension: by URL, initiator or mark; business: Fetch, XHR, event streams, documents, JSON, any method but GET and HEAD.
 * A preflight and a prefetch are the browser's own, not the site's business.
 */
export function requestKind(request: KindFacts): RequestKind {
  if (request.traffic === "extension") return "extension";
  const initiators = [
    request.initiator?.url,
    ...(request.initiator?.frames ?? []).map(({ url }) => url),
  ];
  if ([request.url, ...initiators].some((url) => url !== undefined && EXTENSION_URL.test(url)))
    return "extension";
  if (request.traffic === "preflight" || request.traffic === "prefetch") return "resource";
  const { resource_type: type, method, mime_type: mime } = request;
  if (type !== undefined && BUSINESS.has(type)) return "business";
  if (method !== "GET" && method !== "HEAD") return "business";
  return mime?.includes("json") ? "business" : "resource";
}

/** Static files and extensions' traffic, which lists leave out or fold; what failed is never background. */
export function isBackground(
  request: KindFacts & Pick<RequestRecord, "state" | "status" | "wire_status">,
): boolean {
  return !isFailure(request) && requestKind(request) !== "business";
}

const BROWSER_FILE =
  /^[^?#]*\/(?:favicon\.ico|apple-touch-icon[\w-]*\.png|[^/?#]*\.map)(?:[?#]|$)/i;

/** What the browser or its tools ask for by themselves: icons, source maps, prefetches. It says least of a failure. */
export function isBrowserMade({ url, traffic }: Pick<RequestRecord, "traffic" | "url">): boolean {
  return traffic === "prefetch" || isBrowserFile(url);
}

export function isBrowserFile(url: string): boolean {
  return BROWSER_FILE.test(url);
}
