import type { Body } from "@bsk/schema";
import type { LoggedBody } from "../log/ServerLog.js";
import { type Absence, bodyGap, isMultipart, type Part } from "./bodyGaps.js";
import type { Outcome, Pair, Sides } from "./Comparison.js";
import { possibleTexts } from "./expectedText.js";
import { hasMask, matchesMasked, type Place } from "./matchesMasked.js";

export function compareRequestBody(pair: Pair, sides: Sides, outcome: Outcome): void {
  const { served, record } = pair;
  const real = served.request_body;
  const contentType = served.request_headers["content-type"];
  compare(record.request_body, { pair, part: "request", real, contentType, sides }, outcome);
}

/** `real` is the answer's body as the page got it: of a 304 it is the one that it confirms. */
export function compareResponseBody(
  pair: Pair,
  sides: Sides,
  outcome: Outcome,
  real: LoggedBody = pair.served.response_body,
): void {
  const contentType =
    pair.record.response_headers?.["content-type"] ?? pair.served.response_headers["content-type"];
  compare(pair.record.response_body, { pair, part: "response", real, contentType, sides }, outcome);
}

function compare(body: Body, absence: Absence, outcome: Outcome): void {
  const { pair, part, real } = absence;
  const what = `${part}_body`;
  const server = `${real.bytes} bytes: ${Buffer.from(real.base64, "base64").toString("utf8")}`;
  const differs = (run: unknown): void => outcome.differs(what, pair, { server, run });
  if (body.state === "available") {
    const wrong = wrongText(body, absence) ?? wrongSize(body, real, part);
    if (wrong !== undefined) differs(wrong);
  } else if (body.state === "empty") {
    if (real.bytes > 0 && pair.served.method !== "HEAD") differs("empty");
  } else if (body.state === "truncated") {
    const { text = "" } = body;
    if (!isHeadOf(text, absence)) differs(`truncated: ${text}`);
    else outcome.gap("body:truncated", pair.record.url);
  } else if (real.bytes === 0 && hasNothing(pair, part)) {
    // No body, and none is claimed.
  } else {
    const gap = bodyGap(body, absence);
    if (gap === undefined) differs(`${body.state} (${body.reason})`);
    else {
      outcome.gap(gap, pair.record.url);
      if (body.bytes !== undefined && body.bytes !== real.bytes && body.reason === "non_text") {
        outcome.differs(`${what}_bytes`, pair, { server: real.bytes, run: body.bytes });
      }
    }
  }
}

/** A failed exchange, a redirect or a preflight without a body may say so in its own words. */
function hasNothing({ served, record }: Pair, part: Part): boolean {
  if (part === "request") return false;
  const { reason } = record.response_body;
  if (reason === "request_failed") return record.state === "failed";
  if (reason === "redirect") return record.state === "redirected";
  if (reason === "preflight") return "access-control-request-method" in served.request_headers;
  if (reason === "stream") return served.response_headers["content-type"] === "text/event-stream";
  return reason === "not_read" && record.state === "not_read";
}

function wrongText(body: Body, absence: Absence): string | undefined {
  const { text } = body;
  if (text === undefined) return "available, without its text";
  if (body.chars !== undefined && body.chars !== text.length) return `chars ${body.chars}: ${text}`;
  const { real, contentType, part } = absence;
  const texts = possibleTexts(real, contentType, part === "response" ? body.charset : undefined);
  const isRight = texts.some((one) =>
    body.redacted
      ? hasMask(text) && matchesMasked(text, one, placeOf(contentType, one))
      : text === one,
  );
  return isRight ? undefined : text;
}

function placeOf(contentType: string | undefined, text: string): Place {
  if (/^\s*[[{]/.test(text)) return "json";
  if (contentType?.includes("x-www-form-urlencoded")) return "url";
  return isMultipart(contentType) ? "header" : "text";
}

/** Sizes are those of what was sent, before redaction. */
function wrongSize(
  { bytes, redacted, replay_safe: isSafe }: Body,
  real: LoggedBody,
  part: Part,
): string | undefined {
  if (isSafe && redacted) return "replay_safe, though redacted";
  if (bytes === undefined || bytes === real.bytes) return undefined;
  return part === "request" && redacted ? undefined : `${bytes} bytes`;
}

/** The beginning of the body, and not all of it. */
function isHeadOf(text: string, { real, contentType, pair }: Absence): boolean {
  const isOpen = pair.served.state !== "finished";
  return possibleTexts(real, contentType, pair.record.response_body.charset).some(
    (one) =>
      text !== "" &&
      (text.length < one.length || isOpen) &&
      matchesMasked(text, one.slice(0, hasMask(text) ? undefined : text.length), "text"),
  );
}
