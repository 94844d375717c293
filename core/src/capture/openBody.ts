import type { CdpSession } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import { cutText } from "./cutText.js";
import type { Hop } from "./Hop.js";

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
  const text = (await buffered(session, hop)) ?? (await streamed(session, hop));
  if (!text) return undefined;
  const declared = isAsDeclared(hop, text);
  if (text.length <= BOUNDS.bodyChars && (declared ?? isJsonValue(text))) {
    return { text, isWhole: true, isAsDeclared: declared === true };
  }
  // The last word may be half of a secret.
  const head = cutText(text, Math.min(text.length - 1, BOUNDS.bodyChars));
  return head === "" ? undefined : { text: head, isWhole: false, isAsDeclared: false };
}

async function buffered(session: CdpSession, hop: Hop): Promise<string | undefined> {
  try {
    const { body, base64Encoded } = await session.send(
      "Network.getResponseBody",
      { requestId: hop.cdpId },
      optionsOf(hop),
    );
    return base64Encoded ? utf8(body) : body;
  } catch {
    return undefined; // no durable messages, or nothing buffered yet: the stream may have it
  }
}

async function streamed(session: CdpSession, hop: Hop): Promise<string | undefined> {
  try {
    const { bufferedData } = await session.send(
      "Network.streamResourceContent",
      { requestId: hop.cdpId },
      optionsOf(hop),
    );
    return utf8(bufferedData);
  } catch {
    return undefined;
  }
}

function optionsOf({ sessions: [sessionId] }: Hop): { deadlineMs: number; sessionId?: string } {
  return { deadlineMs: BOUNDS.bodyDeadlineMs, ...(sessionId === undefined ? {} : { sessionId }) };
}

/** Compares with the length that the server declared; undefined when it declared none that says so. */
function isAsDeclared(hop: Hop, text: string): boolean | undefined {
  const { response_headers: headers } = hop.record;
  const declared = headers?.["content-length"];
  if (declared === undefined || headers?.["content-encoding"]) return undefined;
  return Number(declared) === new TextEncoder().encode(text).length;
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

function utf8(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not text, or cut in the middle of a character
  }
}
