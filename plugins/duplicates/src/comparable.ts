import type { EvidenceReader } from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";
import type { UncomparableReasons } from "./generated/types.js";

export type UncomparableReason = keyof UncomparableReasons;

/** What must be equal for two requests to be duplicates, as one text; or why it is not known. */
export type Identity = { readonly key: string } | { readonly reason: UncomparableReason };

/** Reads the request's retained body. */
export async function identityOf(
  request: RequestRecord,
  reader: Pick<EvidenceReader, "body">,
): Promise<Identity> {
  const { method, url, frame_id: frame, loader_id: document } = request;
  const reason = whyNot(request);
  if (reason) return { reason };
  const hasText = request.request_body.state === "available";
  const body = hasText ? await reader.body(request.id, "request") : "";
  if (body === undefined) return { reason: "body_not_retained" };
  return { key: JSON.stringify([method, url, frame, document, body]) };
}

/** What is not retained as it was cannot be equal to anything. Undefined: it can be compared. */
function whyNot(request: RequestRecord): UncomparableReason | undefined {
  const { url, integrity, frame_id: frame, loader_id: document, request_body: body } = request;
  if (!/^https?:\/\//i.test(url)) return "not_http";
  if (!frame || !document) return "missing_document_identity";
  if (integrity.url === "redacted") return "url_masked";
  if (integrity.url === "truncated") return "url_truncated";
  if (body.redacted) return "body_masked";
  if (body.state === "evicted") return "body_not_retained";
  return body.state === "available" || body.state === "empty" ? undefined : "body_not_complete";
}
