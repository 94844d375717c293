import type { Body } from "@bsk/schema";
import { BskError } from "../errors.js";
import type { CdpSession } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import { decodeText } from "./decodeText.js";
import type { Hop } from "./Hop.js";

/** What was read: text, or why there is none. */
export type BodyOutcome = { readonly text: string } | { readonly body: Body };

/** The state that follows from what is already known; undefined when the body must be asked for. */
export function bodyWithoutReading(hop: Hop): Body | undefined {
  const { record } = hop;
  if (record.traffic === "preflight") return { state: "unavailable", reason: "preflight" };
  if (record.traffic === "inline") return { state: "omitted", reason: "inline" };
  if (hasNoBody(hop)) return { state: "empty" };
  if (isStream(hop)) return { state: "omitted", reason: "stream" };
  if (hop.decodedBytes > BOUNDS.bodyBytes) {
    return { state: "omitted", reason: "body_limit", bytes: hop.decodedBytes };
  }
  if (isBinaryType(record.mime_type ?? "")) {
    return { state: "omitted", reason: "non_text", ...bytesOf(hop) };
  }
  return undefined;
}

/** By HTTP's own rules: an answer to HEAD, and some statuses. */
export function hasNoBody({ record: { method, status } }: Hop): boolean {
  if (method === "HEAD") return true;
  return (
    status !== undefined && (status < 200 || status === 204 || status === 205 || status === 304)
  );
}

/** The browser keeps no body of an event stream. */
export function isStream(hop: Hop): boolean {
  return hop.record.mime_type === "text/event-stream";
}

/** The type as the server declared it, with its parameters, else as the browser took it. */
export function contentTypeOf({ record }: Hop): string | undefined {
  return record.response_headers?.["content-type"] ?? record.mime_type;
}

/** The decoded size, where the browser told it. */
export function bytesOf(hop: Hop): { readonly bytes?: number } {
  return hop.decodedBytes > 0 ? { bytes: hop.decodedBytes } : {};
}

/** Types that are never text. Everything else is decided by its content. */
function isBinaryType(mime: string): boolean {
  if (mime === "image/svg+xml") return false;
  return (
    /^(?:image|audio|video|font)\//.test(mime) ||
    /^application\/(?:wasm|pdf|zip|gzip|font|x-font)/.test(mime)
  );
}

/** Reads a finished response: from the session that reported it last, the ones before, the tab itself. */
export async function readResponseBody(session: CdpSession, hop: Hop): Promise<BodyOutcome> {
  let isEvicted = false;
  let isLate = false;
  for (const sessionId of new Set([...hop.sessions, undefined])) {
    try {
      const { body, base64Encoded } = await session.send(
        "Network.getResponseBody",
        { requestId: hop.cdpId },
        { deadlineMs: BOUNDS.bodyDeadlineMs, ...(sessionId === undefined ? {} : { sessionId }) },
      );
      return base64Encoded ? decoded(body, hop) : bounded(body, hop);
    } catch (error) {
      isEvicted ||= error instanceof BskError && error.message.includes("evicted");
      isLate ||= isTimeout(error);
    }
  }
  if (hop.answer !== undefined) return bounded(hop.answer, hop);
  if (isEvicted) return { body: { state: "evicted", reason: "browser_buffer_evicted" } };
  if (isLate) return { body: { state: "unavailable", reason: "browser_busy" } };
  return { body: { state: "unavailable", reason: whyNotKept(hop) } };
}

function whyNotKept({ record }: Hop): NonNullable<Body["reason"]> {
  if (record.traffic === "prefetch") return "prefetch";
  return record.from_service_worker ? "service_worker" : "browser_buffer_unavailable";
}

/** The browser did not answer in time, which says nothing of what it has. */
export function isTimeout(error: unknown): boolean {
  return error instanceof BskError && error.code === "cdp_timeout";
}

/** Base64 can still be text: the browser's buffer gives all bytes so that are not UTF-8. Redaction never sees it. */
function decoded(base64: string, hop: Hop): BodyOutcome {
  const size = Math.floor((base64.length * 3) / 4);
  if (size > BOUNDS.bodyBytes) {
    return { body: { state: "omitted", reason: "body_limit", bytes: hop.decodedBytes || size } };
  }
  const found = decodeText(base64, contentTypeOf(hop));
  if (!found) return { body: { state: "omitted", reason: "non_text", ...bytesOf(hop) } };
  if (found.charset !== undefined) hop.charset = found.charset;
  return bounded(found.text, hop);
}

function bounded(text: string, hop: Hop): BodyOutcome {
  if (text === "") return { body: { state: "empty" } };
  if (text.length <= BOUNDS.bodyChars) return { text };
  return {
    body: { state: "omitted", reason: "body_limit", chars: text.length, ...bytesOf(hop) },
  };
}

/** What had arrived stays; else why there is none. */
export function unreadBody(hop: Hop, reason: NonNullable<Body["reason"]>): Body {
  const { response_body: body } = hop.record;
  if (body.state === "available" || body.state === "truncated") return body;
  return isStream(hop) ? { state: "omitted", reason: "stream" } : { state: "unavailable", reason };
}
