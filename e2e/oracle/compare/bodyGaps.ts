import type { Body } from "@bsk/schema";
import type { LoggedBody, Served } from "../log/ServerLog.js";
import type { Pair, Sides } from "./Comparison.js";
import { bytesOf, possibleTexts } from "./expectedText.js";

export type Part = "request" | "response";

/** A body that the run has not, and what the server knows of it. */
export interface Absence {
  readonly pair: Pair;
  readonly part: Part;
  readonly real: LoggedBody;
  readonly contentType: string | undefined;
  readonly sides: Sides;
}

/** Bounds of what a run keeps, and of what the browser holds for it. */
const BOUNDS = {
  chars: 64 * 1024,
  bytes: 256 * 1024,
  resource: 1024 * 1024,
  buffer: 32 * 1024 * 1024,
};
/** So many exchanges can keep a browser from answering. */
const LOAD = 1000;
/** How long after an answer a navigation can have taken its body. */
const LEFT_MS = 3000;

type Fits = (absence: Absence) => boolean;

/** Each reason for an absence, and when it is true. What is not here explains nothing. */
const FITS: Readonly<Record<string, Fits>> = {
  non_text: ({ real, contentType }) => isBinary(real, contentType),
  body_limit: ({ real }) =>
    real.bytes > BOUNDS.bytes || bytesOf(real).toString("utf8").length > BOUNDS.chars,
  stream: ({ contentType }) => contentType?.startsWith("text/event-stream") === true,
  redirect: ({ pair, part }) => part === "response" && isRedirect(pair.served),
  preflight: ({ pair, part }) =>
    part === "response" && "access-control-request-method" in pair.served.request_headers,
  prefetch: ({ pair, part }) =>
    part === "response" && /^prefetch/.test(pair.served.request_headers["sec-purpose"] ?? ""),
  request_failed: ({ pair, part }) => part === "response" && pair.record.state === "failed",
  not_read: ({ pair, part }) => part === "response" && pair.record.state === "not_read",
  unparsed_json: ({ real, contentType }) => /json/.test(contentType ?? "") && !isJson(real),
  multipart: ({ real, contentType, part }) =>
    part === "request" && isMultipart(contentType) && bytesOf(real).includes("filename="),
  not_in_event: ({ pair, part }) => part === "request" && pair.record.integrity.start !== undefined,
  browser_buffer_evicted: ({ real, pair, sides }) =>
    real.bytes > BOUNDS.resource || servedBytes(sides, pair.served) > BOUNDS.buffer,
  browser_buffer_unavailable: ({ pair, sides }) => wasLeft(pair.served, sides),
  service_worker: ({ pair }) => pair.record.from_service_worker === true,
  shared_worker: ({ pair }) => isSharedWorker(pair.served),
  child_capture_limit: ({ sides }) => countOf(sides, "child_capture_limit") > 0,
  frame_detached: ({ pair, sides }) =>
    pair.record.state === "interrupted" && wasLeft(pair.served, sides),
  capture_stopped: ({ pair, sides }) =>
    (pair.served.ended_at ?? Number.POSITIVE_INFINITY) > (sides.run.run.stopped_at ?? 0) - LEFT_MS,
  // Once more was asked; that a browser under load does not answer then either is no statement on the body.
  browser_busy: ({ sides }) => sides.log.exchanges.length >= LOAD,
  capture_busy: ({ sides }) => countOf(sides, "body_queue_full") > 0,
  tracking_limit: ({ sides }) => countOf(sides, "tracking_limit") > 0,
  memory_limit: ({ sides }) => countOf(sides, "evidence_storage_limit") > 0,
  storage_failed: ({ sides }) => countOf(sides, "evidence_write_failed") > 0,
};

/** The gap that a body's own reason makes; undefined when the reason is not true of it. */
export function bodyGap(body: Body, absence: Absence): string | undefined {
  const { reason } = body;
  if (reason === undefined || !FITS[reason]?.(absence)) return undefined;
  return `body:${reason}`;
}

function isBinary(body: LoggedBody, contentType: string | undefined): boolean {
  const isBinaryType =
    /^(?:image|audio|video|font)\//.test(contentType ?? "") && !/svg/.test(contentType ?? "");
  return isBinaryType || possibleTexts(body, contentType, undefined).length === 0;
}

function isJson(body: LoggedBody): boolean {
  try {
    JSON.parse(
      bytesOf(body)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
    return true;
  } catch {
    return false;
  }
}

export function isMultipart(contentType: string | undefined): boolean {
  return contentType?.startsWith("multipart/form-data") === true;
}

export function isSharedWorker({ request_headers: headers }: Served): boolean {
  return headers["sec-fetch-dest"] === "sharedworker";
}

export function isRedirect({ status, response_headers: headers }: Served): boolean {
  return status !== undefined && status >= 300 && status < 400 && headers.location !== undefined;
}

function servedBytes({ log }: Sides, until: Served): number {
  return log.exchanges
    .filter(({ id }) => id >= until.id)
    .reduce((sum, { response_body: body }) => sum + body.bytes, 0);
}

/** A document came soon after it: the page that had asked was on its way out. */
function wasLeft(served: Served, { log }: Sides): boolean {
  const ended = served.ended_at ?? served.arrived_at;
  return log.exchanges.some(
    ({ id, arrived_at: at, request_headers: headers }) =>
      id > served.id &&
      headers["sec-fetch-mode"] === "navigate" &&
      at > served.arrived_at &&
      at - ended < LEFT_MS,
  );
}

export function countOf({ run }: Sides, flag: string): number {
  return run.run.coverage.find((entry) => entry.flag === flag)?.count ?? 0;
}
