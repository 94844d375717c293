import { cutEnd, milliseconds, shortId } from "@bsk/core";
import type { ReplayReport } from "./generated/types.js";

/** What was sent, what came back, and where to read on. */
export function format(report: ReplayReport, flags: string): string[] {
  const { replay, request, response, repeated } = report;
  const head = `${shortId(replay.id)} ${replay.state} of ${shortId(replay.source_request_id)} key ${replay.key}`;
  return [
    head,
    ...(repeated ? ["this key was used before: nothing was sent now"] : []),
    ...(replay.error === undefined ? [] : [replay.error]),
    request === undefined ? "the browser did not say which request it sent" : requestLine(request),
    ...(response?.truncated ? [`only ${response.bytes} bytes of the answer were read`] : []),
    request === undefined
      ? `next: bsk debug requests${flags}`
      : `next: bsk debug request ${shortId(request.id)}${flags} --part ${request.state === "failed" ? "headers" : "response"}`,
  ];
}

function requestLine(request: NonNullable<ReplayReport["request"]>): string {
  const { id, method, state, status, duration_ms: duration, error } = request;
  return [
    `sent ${shortId(id)}`,
    method,
    status === undefined ? state : String(status),
    duration === undefined ? "" : milliseconds(duration),
    error === undefined ? "" : cutEnd(error, 120),
  ]
    .filter(Boolean)
    .join(" ");
}
