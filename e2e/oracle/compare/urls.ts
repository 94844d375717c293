import type { RequestRecord } from "@bsk/schema";
import type { Served } from "../log/ServerLog.js";
import { urlOf } from "../log/ServerLog.js";
import { matchesMasked } from "./matchesMasked.js";

/** Characters of a URL that a run keeps. */
const KEPT = 2048;

/** A URL as it goes to a server. */
export function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? url : url.slice(0, at);
}

/** Whether a record's URL is the one that the server was asked: as redacted, or cut where it may be. */
export function isUrlOf({ url, integrity }: RequestRecord, served: Served): boolean {
  const real = asHttp(urlOf(served));
  const kept = asHttp(withoutFragment(url));
  if (integrity.url === "truncated") {
    return real.length > KEPT && matchesMasked(kept, real.slice(0, kept.length), "url");
  }
  if (integrity.url === "complete") return kept === real;
  return matchesMasked(kept, real, "url");
}

/** A WebSocket's handshake is an HTTP request. */
function asHttp(url: string): string {
  return url.replace(/^ws/, "http");
}
