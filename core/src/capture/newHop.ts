import type { RequestRecord, WorkerSource } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { boundHeaders } from "./boundHeaders.js";
import { boundUrl } from "./boundUrl.js";
import { initiatorOf } from "./frames.js";
import type { Hop } from "./Hop.js";
import { trafficOf, trafficOfUrl } from "./traffic.js";

export interface HopIdentity {
  readonly id: string;
  readonly runId: string;
  /** The session that reported it. */
  readonly sessionId: string | undefined;
  /** The worker that the session is of. */
  readonly worker: WorkerSource | undefined;
  /** The record of another request of this capture, by its CDP id. */
  readonly recordId: (cdpId: string) => string | undefined;
}

/** A request as the browser announced it. */
export function newHop(
  event: Protocol.Network.RequestWillBeSentEvent,
  { id, runId, sessionId, worker, recordId }: HopIdentity,
): Hop {
  const { request } = event;
  const { url, cut } = boundUrl(request.url + (request.urlFragment ?? ""));
  const { headers, cut: headersCut } = boundHeaders(request.headers);
  const record: RequestRecord = {
    record: "request",
    id,
    run_id: runId,
    sequence: 1, // set when it is emitted
    started_at: event.wallTime * 1000,
    method: request.method.slice(0, 24),
    url,
    integrity: {
      url: cut ? "truncated" : "complete",
      metadata: headersCut ? "truncated" : "complete",
    },
    state: "pending",
    traffic: trafficOf(event),
    request_headers: headers,
    request_body: { state: "empty" },
    response_body: { state: "pending" },
    initiator: initiatorOf(event.initiator, recordId),
  };
  if (worker) toldBy(worker, record);
  if (event.type) record.resource_type = event.type;
  if (event.frameId) record.frame_id = event.frameId;
  if (event.loaderId) record.loader_id = event.loaderId;
  if (event.documentURL) record.document_url = boundUrl(event.documentURL).url;
  const hop: Hop = {
    ...bareHop(event.requestId, record, sessionId),
    startedMonotonic: event.timestamp,
    pageHeaders: headers,
  };
  if (event.initiator.requestId) hop.initiatorRequestId = event.initiator.requestId;
  return hop;
}

/** A request that began before the capture: only its response tells of it. */
export function lateHop(
  event: { readonly requestId: string; readonly frameId?: string },
  response: Protocol.Network.Response,
  { id, runId, sessionId, worker, now }: Omit<HopIdentity, "recordId"> & { readonly now: number },
): Hop {
  const { url, cut } = boundUrl(response.url);
  const record: RequestRecord = {
    record: "request",
    id,
    run_id: runId,
    sequence: 1, // set when it is emitted
    started_at: response.responseTime ?? now,
    method: "?",
    url,
    integrity: { url: cut ? "truncated" : "complete", metadata: "truncated", start: "incomplete" },
    state: "open",
    traffic: trafficOfUrl(url),
    request_body: { state: "unavailable", reason: "not_in_event" },
    response_body: { state: "pending" },
  };
  if (worker) toldBy(worker, record);
  if (event.frameId) record.frame_id = event.frameId;
  return bareHop(event.requestId, record, sessionId);
}

function toldBy(worker: WorkerSource, record: RequestRecord): void {
  record.worker = worker;
  if (record.traffic === "page") record.traffic = "worker";
}

function bareHop(cdpId: string, record: RequestRecord, sessionId: string | undefined): Hop {
  return {
    cdpId,
    record,
    startedMonotonic: undefined,
    sessions: [sessionId],
    pageHeaders: undefined,
    responded: false,
    decodedBytes: 0,
    bodies: {},
    bodyMasks: {},
    ended: false,
  };
}
