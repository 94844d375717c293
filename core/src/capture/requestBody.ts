import type { Protocol } from "devtools-protocol";
import type { CdpSession } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import type { Hop } from "./Hop.js";
import { type BodyOutcome, isTimeout } from "./responseBody.js";

/** The body that the event itself carries; undefined when it must be asked for. */
export function bodyInEvent({
  postData,
  postDataEntries,
  hasPostData,
}: Protocol.Network.Request): BodyOutcome | undefined {
  if (postData === undefined) return hasPostData ? undefined : { body: { state: "empty" } };
  // Bytes that are no text were decoded all the same; only they can tell.
  const bytes = postDataEntries?.map((entry) => entry.bytes ?? "");
  if (bytes && !isAscii(postData) && !isUtf8(bytes)) {
    return { body: { state: "omitted", reason: "non_text" } };
  }
  return boundedRequest(postData);
}

/** Asks for a body that the event did not carry (large, Blob, FormData). Files are left out by the browser. */
export async function readRequestBody(session: CdpSession, hop: Hop): Promise<BodyOutcome> {
  const [sessionId] = hop.sessions;
  try {
    const result = await session.send(
      "Network.getRequestPostData",
      { requestId: hop.cdpId },
      {
        deadlineMs: BOUNDS.bodyDeadlineMs,
        ...(sessionId === undefined ? {} : { sessionId }),
      },
    );
    // The browser calls no bytes at all base64 too.
    if (result.base64Encoded && result.postData !== "") {
      return { body: { state: "omitted", reason: "non_text" } };
    }
    return boundedRequest(result.postData);
  } catch (error) {
    const reason = isTimeout(error) ? "browser_busy" : "not_in_event";
    return { body: { state: "unavailable", reason } };
  }
}

/** Whether nothing in the text can be the browser's stand-in for bytes that it could not decode. */
export function isExact(text: string): boolean {
  return !/[\ufffd\p{Surrogate}]/u.test(text);
}

function boundedRequest(text: string): BodyOutcome {
  if (text === "") return { body: { state: "empty" } };
  if (text.length <= BOUNDS.bodyChars) return { text };
  return { body: { state: "omitted", reason: "body_limit", chars: text.length } };
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function isUtf8(base64: readonly string[]): boolean {
  const text = base64.map((part) => atob(part)).join("");
  try {
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
