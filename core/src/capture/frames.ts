import type { Initiator, StackFrame } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { BOUNDS } from "./bounds.js";
import { boundUrl } from "./boundUrl.js";
import { cutText } from "./cutText.js";

/** A stack with its async parents, outermost last, at most `limit` frames. Lines and columns 1-based. */
export function framesOf(
  stack: Protocol.Runtime.StackTrace | undefined,
  limit: number,
): StackFrame[] {
  const frames: StackFrame[] = [];
  for (let part = stack; part && frames.length < limit; part = part.parent) {
    part.callFrames.slice(0, limit - frames.length).forEach((call, index) => {
      const frame: StackFrame = {
        url: boundUrl(call.url).url,
        line: call.lineNumber + 1,
        column: call.columnNumber + 1,
      };
      const name = cutText(call.functionName, 120);
      if (name) frame.function = name;
      if (index === 0 && part !== stack && part?.description)
        frame.async = part.description.slice(0, 60);
      frames.push(frame);
    });
  }
  return frames;
}

/** The browser's word on what started a request. */
export function initiatorOf(
  initiator: Protocol.Network.Initiator,
  recordId: (cdpId: string) => string | undefined,
): Initiator {
  const out: Initiator = { type: initiator.type };
  if (initiator.url) out.url = boundUrl(initiator.url).url;
  if (initiator.lineNumber !== undefined) out.line = initiator.lineNumber + 1;
  if (initiator.columnNumber !== undefined) out.column = initiator.columnNumber + 1;
  const parent = initiator.requestId === undefined ? undefined : recordId(initiator.requestId);
  if (parent) out.request_id = parent;
  const frames = framesOf(initiator.stack, BOUNDS.initiatorFrames);
  if (frames.length > 0) out.frames = frames;
  return out;
}
