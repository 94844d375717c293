import type { Body, Headers, RequestRecord } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import type { BodyMasks, DraftBody } from "../redacted.js";
import { boundHeaders } from "./boundHeaders.js";
import { isAhead } from "./traffic.js";

/** One request on its way: the raw record, and what is needed to finish it. Never leaves memory. */
export interface Hop {
  readonly cdpId: string;
  readonly record: RequestRecord;
  /** Monotonic seconds of `requestWillBeSent`; undefined when the start was not seen. */
  readonly startedMonotonic: number | undefined;
  /** Sessions that reported it, the last first: where its body may be. Undefined is the tab itself. */
  sessions: readonly (string | undefined)[];
  /** What the page set, before the wire's headers took its place. */
  pageHeaders: Headers | undefined;
  initiatorRequestId?: string;
  requestExtra?: Protocol.Network.RequestWillBeSentExtraInfoEvent;
  responseExtra?: Protocol.Network.ResponseReceivedExtraInfoEvent;
  /** The browser said whether ExtraInfo belongs to this hop. */
  extraExpected?: boolean;
  responded: boolean;
  charset?: string;
  decodedBytes: number;
  /** Monotonic seconds of the last piece of the response; of a stream, of its headers. */
  lastArrival?: number;
  /** `decodedBytes` when the body was read though it had not ended. */
  readBytes?: number;
  bodies: { request?: DraftBody; response?: DraftBody };
  /** The request's text holds nothing that decoding may have replaced. */
  isRequestExact?: boolean;
  bodyMasks: BodyMasks;
  /** A rule sent another body than the page's: what the browser still tells of that one does not count. */
  isBodyControlled?: boolean;
  /** The response's text, where a rule gave it. */
  answer?: string;
  ended: boolean;
  /** The target of a redirect, while nothing shows that it was sent: it is not told of. */
  unproven?: UnprovenTarget;
}

export interface UnprovenTarget {
  /** The hop that redirects to it. */
  readonly previous: Hop;
  /** Ends the wait after which it counts as sent. */
  readonly cancel: () => void;
}

/** Something came of it, which an announcement alone does not bring. */
export function wasSent({ requestExtra, responseExtra, responded, record }: Hop): boolean {
  return Boolean(requestExtra || responseExtra || responded || record.intervention);
}

/** A session reports the hop; it is the first to be asked for the body. */
export function reportedBy(hop: Hop, sessionId: string | undefined): void {
  if (hop.sessions[0] === sessionId && hop.sessions.length > 0) return;
  hop.sessions = [sessionId, ...hop.sessions.filter((known) => known !== sessionId)];
}

/** Request headers as they went over the wire replace the ones that the page set. */
export function applyRequestExtra(
  hop: Hop,
  event: Protocol.Network.RequestWillBeSentExtraInfoEvent,
): void {
  const { headers, cut } = boundHeaders(event.headers);
  hop.record.request_headers = headers;
  if (cut) hop.record.integrity = { ...hop.record.integrity, metadata: "truncated" };
  hop.requestExtra = event;
  if (hop.record.traffic === "page" && isAhead(headers)) hop.record.traffic = "prefetch";
  markReplaySafe(hop);
}

/** Response headers and status as they came over the wire. */
export function applyResponseExtra(
  hop: Hop,
  event: Protocol.Network.ResponseReceivedExtraInfoEvent,
): void {
  setResponseHeaders(hop.record, event.headers);
  hop.responseExtra = event;
  const seen = hop.record.status;
  if (seen !== event.statusCode) hop.record.wire_status = event.statusCode;
}

/** Undoes both: they were another hop's. */
export function removeExtras(hop: Hop): void {
  const wasAhead = isAhead(hop.record.request_headers);
  if (hop.requestExtra && hop.pageHeaders) hop.record.request_headers = hop.pageHeaders;
  if (wasAhead && hop.record.resource_type !== "Prefetch" && !isAhead(hop.record.request_headers))
    hop.record.traffic = "page";
  if (hop.responseExtra) delete hop.record.response_headers;
  delete hop.requestExtra;
  delete hop.responseExtra;
  delete hop.record.wire_status;
}

/** What a response said, apart from headers that ExtraInfo already brought. */
export function applyResponse(hop: Hop, response: Protocol.Network.Response): void {
  const { record } = hop;
  hop.responded = true;
  record.status = response.status;
  if (record.wire_status === response.status) delete record.wire_status;
  if (response.mimeType) record.mime_type = response.mimeType.slice(0, 200);
  if (response.charset) hop.charset = response.charset.slice(0, 40);
  if (response.protocol) record.protocol = response.protocol;
  // The prefetch itself is marked as from the cache that it fills.
  const isPrefetched = response.fromPrefetchCache && record.traffic !== "prefetch";
  if (response.fromDiskCache || isPrefetched) record.from_cache = true;
  if (response.fromServiceWorker) record.from_service_worker = true;
  if (!hop.responseExtra) setResponseHeaders(record, response.headers);
  if (!hop.requestExtra && response.requestHeaders) {
    const { headers, cut } = boundHeaders(response.requestHeaders);
    record.request_headers = headers;
    if (cut) record.integrity = { ...record.integrity, metadata: "truncated" };
  }
  if (response.timing) record.timing = numbersOf(response.timing);
  record.transfer_bytes = Math.max(0, response.encodedDataLength);
}

/**
 * Whether the stored request body is what went over the wire, byte for byte: its UTF-8 has the declared length.
 * Asked again when the wire's headers come, since the page's own do not declare it.
 */
export function markReplaySafe(hop: Hop): void {
  const { request_body: body, request_headers: headers } = hop.record;
  const declared = headers?.["content-length"];
  if (body.state !== "available" || body.redacted || !hop.isRequestExact) return;
  if (declared === undefined || Number(declared) !== body.bytes) return;
  if (/multipart/i.test(headers?.["content-type"] ?? "")) return; // the browser leaves files out
  hop.record.request_body = { ...body, replay_safe: true } satisfies Body;
}

function setResponseHeaders(record: RequestRecord, raw: Protocol.Network.Headers): void {
  const { headers, cut } = boundHeaders(raw);
  record.response_headers = headers;
  record.integrity = { ...record.integrity, response_headers: cut ? "truncated" : "complete" };
}

function numbersOf(timing: Protocol.Network.ResourceTiming): { [name: string]: number } {
  const pairs = Object.entries(timing).filter(
    (pair): pair is [string, number] => typeof pair[1] === "number" && Number.isFinite(pair[1]),
  );
  return Object.fromEntries(
    pairs
      .slice(0, 30)
      .map(([name, value]) => [name === "requestTime" ? "request_time_s" : name, value]),
  );
}

/** How long it took, up to this moment (monotonic seconds); unknown when its start was not seen. */
export function setDuration(hop: Hop, until: number): void {
  if (hop.startedMonotonic === undefined) return;
  const durationMs = Math.max(0, (until - hop.startedMonotonic) * 1000);
  hop.record.duration_ms = Math.round(durationMs * 100) / 100;
  hop.record.finished_at = hop.record.started_at + durationMs;
}
