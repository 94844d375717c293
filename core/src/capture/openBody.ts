import type { CdpSession } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import { cutText } from "./cutText.js";
import { decodeText } from "./decodeText.js";
import type { Hop } from "./Hop.js";
import { contentTypeOf } from "./responseBody.js";

export interface OpenBody {
  readonly text: string;
  /** It is all of the body, though the browser did not say that it ended. */
  readonly isWhole: boolean;
  /** It is as long as the server said: nothing more can come. */
  readonly isAsDeclared: boolean;
}

/**
 * What has arrived of a response that does not end: the page dropped it unread, or it is a stream. Durable
 * messages answer at once; without them the stream's buffer does. Undefined when neither has any text of it.
 */
export async function readOpenBody(session: CdpSession, hop: Hop): Promise<OpenBody | undefined> {
  const arrived = (await buffered(session, hop)) ?? (await streamed(session, hop));
  if (!arrived?.text) return undefined;
  const { text } = arrived;
  if (arrived.charset !== undefined) hop.charset = arrived.charset;
  const declared = isAsDeclared(hop, arrived.bytes);
  if (text.length <= BOUNDS.bodyChars && (declared ?? isJsonValue(text))) {
    return { text, isWhole: true, isAsDeclared: declared === true };
  }
  // The last word may be half of a secret.
  const head = cutText(text, Math.min(text.length - 1, BOUNDS.bodyChars));
  return head === "" ? undefined : { text: head, isWhole: false, isAsDeclared: false };
}

interface Arrived {
  readonly text: string;
  readonly charset?: string | undefined;
  readonly bytes: number;
}

async function buffered(session: CdpSession, hop: Hop): Promise<Arrived | undefined> {
  try {
    const { body, base64Encoded } = await session.send(
      "Network.getResponseBody",
      { requestId: hop.cdpId },
      optionsOf(hop),
    );
    if (base64Encoded) return decoded(body, hop);
    return { text: body, bytes: new TextEncoder().encode(body).length };
  } catch {
    return undefined; // no durable messages, or nothing buffered yet: the stream may have it
  }
}

async function streamed(session: CdpSession, hop: Hop): Promise<Arrived | undefined> {
  try {
    const { bufferedData } = await session.send(
      "Network.streamResourceContent",
      { requestId: hop.cdpId },
      optionsOf(hop),
    );
    return decoded(bufferedData, hop);
  } catch {
    return undefined;
  }
}

/** Undefined when it is no text, or was cut in the middle of a character. */
function decoded(base64: string, hop: Hop): Arrived | undefined {
  const found = decodeText(base64, contentTypeOf(hop));
  return found && { ...found, bytes: atob(base64).length };
}

function optionsOf({ sessions: [sessionId] }: Hop): { deadlineMs: number; sessionId?: string } {
  return { deadlineMs: BOUNDS.bodyDeadlineMs, ...(sessionId === undefined ? {} : { sessionId }) };
}

/** Compares with the length that the server declared; undefined when it declared none that says so. */
function isAsDeclared(hop: Hop, bytes: number): boolean | undefined {
  const { response_headers: headers } = hop.record;
  const declared = headers?.["content-length"];
  if (declared === undefined || headers?.["content-encoding"]) return undefined;
  return Number(declared) === bytes;
}

/** An object or array says itself where it ends. */
function isJsonValue(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
