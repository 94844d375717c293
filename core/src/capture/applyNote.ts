import type { EffectiveRequest, RequestNote } from "../intercept.js";
import { boundHeaders } from "./boundHeaders.js";
import { BOUNDS } from "./bounds.js";
import { boundUrl } from "./boundUrl.js";
import { type Hop, markReplaySafe } from "./Hop.js";
import { keepsBody } from "./keepsBody.js";
import { isExact } from "./requestBody.js";

/** Makes a hop's record say what a rule did to it, and describe what went out instead of what the page asked for. */
export function applyNote(hop: Hop, { intervention, effective, answer }: RequestNote): void {
  const { record } = hop;
  record.intervention = intervention;
  if (record.traffic === "page" || record.traffic === "worker") record.traffic = "controlled";
  if (effective) applyEffective(hop, effective);
  if (answer !== undefined) hop.answer = answer;
  nameRefusal(record);
}

/** A redirect that keeps the body keeps what a rule made of it: the browser tells of the page's. */
export function carryBody(from: Hop, to: Hop): void {
  const { record } = from;
  if (!from.isBodyControlled || !keepsBody(record.status ?? 0, record.method)) return;
  to.isBodyControlled = true;
  to.record.request_body = { ...record.request_body };
  if (from.bodies.request) to.bodies.request = from.bodies.request;
  if (from.isRequestExact !== undefined) to.isRequestExact = from.isRequestExact;
  if (record.intervention === undefined) return;
  const changes = record.intervention.changes?.filter(
    (change) => !/^(?:url$|header:)/.test(change),
  );
  to.record.intervention = { ...record.intervention, ...(changes && { changes }) };
  to.record.traffic = record.traffic;
}

/** Of a request that a rule gave up on the browser says only that it was aborted; the rule says why. */
export function nameRefusal(record: Hop["record"]): void {
  const why = record.intervention?.error;
  if (record.state !== "failed" || why === undefined || record.error?.includes(why)) return;
  record.error = record.error === undefined ? why : `${record.error}: ${why}`;
}

function applyEffective(hop: Hop, { url, method, headers, body }: EffectiveRequest): void {
  const { record } = hop;
  const bound = boundUrl(url);
  record.url = bound.url;
  record.method = method.slice(0, 24);
  const kept = boundHeaders(Object.fromEntries(headers));
  record.integrity = {
    ...record.integrity,
    url: bound.cut ? "truncated" : "complete",
    metadata: kept.cut ? "truncated" : record.integrity.metadata,
  };
  hop.pageHeaders = kept.headers;
  if (!hop.requestExtra) record.request_headers = kept.headers;
  if (body !== undefined) setBody(hop, body);
}

function setBody(hop: Hop, text: string): void {
  hop.isBodyControlled = true;
  const { record } = hop;
  if (text === "") record.request_body = { state: "empty" };
  else if (text.length > BOUNDS.bodyChars) {
    record.request_body = { state: "omitted", reason: "body_limit", chars: text.length };
  } else {
    const bytes = new TextEncoder().encode(text).length;
    record.request_body = { state: "available", chars: text.length, bytes };
    hop.bodies.request = { text, contentType: record.request_headers?.["content-type"] };
    hop.isRequestExact = isExact(text);
    markReplaySafe(hop);
  }
}
