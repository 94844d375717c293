import type { RequestRecord } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";

type Traffic = RequestRecord["traffic"];

/** What kind of thing a request is, by its URL alone. */
export function trafficOfUrl(url: string): Traffic {
  if (/^(?:data|blob|about):/i.test(url)) return "inline";
  if (/^(?:chrome|moz)-extension:/i.test(url)) return "extension";
  return "page";
}

/** What kind of thing a request is. */
export function trafficOf(event: Protocol.Network.RequestWillBeSentEvent): Traffic {
  const byUrl = trafficOfUrl(event.request.url);
  if (byUrl !== "page") return byUrl;
  if (event.initiator.type === "preflight" || event.type === "Preflight") return "preflight";
  if (event.type === "Prefetch" || isAhead(event.request.headers)) return "prefetch";
  const top = event.initiator.stack?.callFrames[0]?.url ?? event.initiator.url;
  if (top && trafficOfUrl(top) === "extension") return "extension";
  return "page";
}

/** The browser says so of what it fetches ahead, whatever its type; no page can set a header of this name. */
export function isAhead(headers: Protocol.Network.Headers = {}): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^sec-purpose$/i.test(name) && /^\s*prefetch\b/i.test(value),
  );
}
