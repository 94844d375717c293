import type { Body, RequestRecord } from "@bsk/schema";
import type { EvidenceReader } from "../../EvidenceReader.js";
import { isJson } from "../json/isJson.js";
import { jsonLeaves, type Leaf, type Leaves } from "../json/jsonLeaves.js";
import { readBody } from "../readBody.js";
import { requestKind } from "../requestKind.js";
import { failurePointer } from "./failurePointer.js";
import { formLeaves } from "./formLeaves.js";
import { multipartLeaves } from "./multipartLeaves.js";

const MAX_REQUESTS = 12;
const MAX_LEAVES = 96;

/** One body that may hold fields: its named scalars, or the state that says why they are not known. */
export type Payload = {
  readonly request: RequestRecord;
  readonly part: "request" | "response";
} & (
  | {
      readonly kind: "scanned";
      readonly leaves: readonly Leaf[];
      readonly isComplete: boolean;
      /** Of a response: where it says itself that something failed. */
      readonly failure?: string;
    }
  | { readonly kind: "unread"; readonly body: Body }
);

export interface Payloads {
  readonly payloads: readonly Payload[];
  /** A bound was reached: requests or scalars were left out. */
  readonly isPartial: boolean;
}

/** The bodies of business requests, within the bounds of a field chain. */
export async function readPayloads(
  reader: EvidenceReader,
  requests: readonly RequestRecord[],
): Promise<Payloads> {
  const business = requests.filter(canHoldFields);
  const payloads: Payload[] = [];
  let room = MAX_LEAVES;
  let isPartial = business.length > MAX_REQUESTS;
  for (const request of business.slice(0, MAX_REQUESTS)) {
    for (const part of ["request", "response"] as const) {
      const { body, text } = await readBody(reader, request, part);
      if (body.state === "empty" || isNothing(body)) continue;
      if (body.state !== "available" || text === undefined) {
        payloads.push({ request, part, kind: "unread", body });
        continue;
      }
      const scan = leavesOf(text, { request, part, limit: room });
      if (!scan) continue;
      room -= scan.leaves.length;
      if (!scan.isComplete) isPartial = true;
      const failure = part === "response" ? failurePointer(text) : undefined;
      const told = failure === undefined ? {} : { failure };
      payloads.push({ request, part, kind: "scanned", ...scan, ...told });
    }
  }
  return { payloads, isPartial };
}

/** What a rule blocked, mocked or failed on, and a replay, carries no field of the page to its server. */
function canHoldFields(request: RequestRecord): boolean {
  const { traffic, intervention } = request;
  const isModified = intervention?.type === "modify" && intervention.state === "applied";
  if (traffic === "controlled" && !isModified) return false;
  if (traffic === "replayed" || traffic === "preflight") return false;
  return requestKind(request) === "business";
}

/** The page sent something that may come of its fields. */
export function isSending(request: RequestRecord): boolean {
  return canHoldFields(request) && !/^(?:GET|HEAD)$/.test(request.method);
}

/** There was no body to keep: not a gap. */
export function isNothing({ reason }: Body): boolean {
  return reason === "redirect" || reason === "preflight" || reason === "method_has_no_body";
}

/** Undefined: text without named values (HTML, plain text). */
function leavesOf(
  text: string,
  {
    request,
    part,
    limit,
  }: { readonly request: RequestRecord; readonly part: Payload["part"]; readonly limit: number },
): Leaves | undefined {
  const type = part === "request" ? contentType(request) : "";
  if (/^application\/x-www-form-urlencoded/i.test(type)) return formLeaves(text, limit);
  if (/^multipart\//i.test(type)) return multipartLeaves(text, type, limit);
  return isJson(text) ? jsonLeaves(text, limit) : undefined;
}

function contentType(request: RequestRecord): string {
  const headers = new Map(Object.entries(request.request_headers ?? {}));
  return headers.get("content-type") ?? "";
}
