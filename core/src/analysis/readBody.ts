import type { Body, RequestRecord } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";

export interface BodyReading {
  /** As it is now: a text that storage lost is not available any more. */
  readonly body: Body;
  readonly text: string | undefined;
}

const EVICTED = { state: "evicted", reason: "memory_limit" } as const;
const LOST = { state: "unavailable", reason: "storage_failed" } as const;

/** A body's state with its text where one is retained. */
export async function readBody(
  reader: EvidenceReader,
  request: RequestRecord,
  part: "request" | "response",
): Promise<BodyReading> {
  const { text: _text, ...body } = request[`${part}_body`];
  if (body.state !== "available" && body.state !== "truncated") return { body, text: undefined };
  const text = await reader.body(request.id, part);
  if (text !== undefined) return { body, text };
  // A truncated body of which nothing was kept says all there is to say.
  if (body.state === "truncated" && body.chars === undefined) return { body, text };
  const { replay_safe: _safe, chars: _chars, ...rest } = body;
  const why = reader.isEvicted(request.id) ? EVICTED : LOST;
  return { body: { ...rest, ...why }, text: undefined };
}
