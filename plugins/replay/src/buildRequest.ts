import { errors, type HeaderPair, isBrowserHeader, MASK_START, shortId } from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";
import type { ReplayDraft } from "./readReplay.js";
import { withoutHeaders } from "./withoutHeaders.js";

/** A mask as it stands in a text, a form, JSON or markup. */
const MASK_SPELLED = /(?:\[|%(?:25)*5b|\\u005b|&#(?:91|x5b);)redacted/i;
const HELP = "bsk debug replay --help";

/** What the page is asked to send. */
export interface ReplayRequest {
  readonly url: string;
  readonly origin: string;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  /** Undefined: none. */
  readonly body?: string;
}

export interface Source {
  readonly request: RequestRecord;
  /** The retained text of its body; undefined: there is none, or it is not kept. */
  readonly bodyText: string | undefined;
  /** For the hints. */
  readonly session: string;
}

/**
 * The request of a replay: the source's, with what the draft says in its place. Only evidence that is known to be
 * what was sent is sent again; throws the `replay_…` error that names what is not.
 */
export function buildRequest(source: Source, draft: ReplayDraft): ReplayRequest {
  const { request, session } = source;
  const id = shortId(request.id);
  const { intervention } = request;
  const integrity = marksOf(request);
  if (intervention && intervention.state !== "applied") {
    throw errors.replaySourceControlled(id, intervention.state, session);
  }
  if (integrity.metadata === "truncated" || integrity.start === "incomplete") {
    throw errors.replaySourceIncomplete(id, session);
  }
  const url = urlOf(source, draft);
  const method = draft.method ?? request.method;
  const headers = headersOf(source, draft);
  const body = bodyOf(source, draft, method);
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (body !== undefined && /multipart\/|octet-stream/i.test(type))
    throw errors.replayBinary(id, session);
  const { origin } = new URL(url);
  return { url, origin, method, headers, ...(body === undefined ? {} : { body }) };
}

/** What is known of how whole it is: a record of an older version may say nothing of it. */
function marksOf(request: RequestRecord): Partial<RequestRecord["integrity"]> {
  return request.integrity ?? {};
}

function urlOf({ request, session }: Source, { url }: ReplayDraft): string {
  const id = shortId(request.id);
  const { url: state = "unverified" } = marksOf(request);
  if (url === undefined && state !== "complete")
    throw errors.replayUrlIncomplete(id, state, session);
  const source = originOf(request.url);
  if (source === undefined)
    throw errors.replayCrossOrigin(`${id} is no http(s) request`, id, session);
  const target = (url ?? request.url).split("#", 1)[0] ?? "";
  if (originOf(target) !== source)
    throw errors.replayCrossOrigin("The url has another origin", id, session);
  // A mask may stand there percent-encoded when a person copied it from a listing.
  if (decoded(target).includes(MASK_START)) throw errors.replayMasked({ place: "The url" }, HELP);
  return target;
}

function headersOf({ request, session }: Source, draft: ReplayDraft): HeaderPair[] {
  const { request_headers: sent = {} } = request;
  const merged = new Map<string, HeaderPair>();
  for (const [name, value] of Object.entries(sent)) {
    if (!isBrowserHeader(name)) merged.set(name.toLowerCase(), [name, value]);
  }
  for (const [name, value] of draft.headers) {
    if (value === null) merged.delete(name.toLowerCase());
    else merged.set(name.toLowerCase(), [name, value]);
  }
  const headers = [...merged.values()];
  const masked = headers.filter((pair) => pair.some((text) => text.includes(MASK_START)));
  const [first] = masked;
  if (first) {
    const names = masked.map(([name]) => name);
    throw errors.replayMasked(
      { place: `The header ${first[0].slice(0, 60)}`, remedy: ", or remove it with null" },
      `bsk debug replay ${shortId(request.id)} --session ${session} --replay ${withoutHeaders(draft, names)}`,
    );
  }
  return headers;
}

function bodyOf(
  { request, bodyText, session }: Source,
  draft: ReplayDraft,
  method: string,
): string | undefined {
  const id = shortId(request.id);
  if (method === "GET" || method === "HEAD") {
    if (draft.body) throw errors.invalidReplay("body", `a ${method} request cannot have one`);
    return undefined;
  }
  if (draft.body !== undefined) {
    if (MASK_SPELLED.test(draft.body)) throw errors.replayMasked({ place: "The body" }, HELP);
    return draft.body;
  }
  const { state, reason, replay_safe: isSafe, redacted } = request.request_body;
  if (state === "empty") return undefined;
  if (state !== "available" || !isSafe || redacted || bodyText === undefined) {
    const why = redacted ? "redacted" : (reason ?? (state === "available" ? "unverified" : state));
    throw errors.replayBodyUnsafe(id, why, session);
  }
  return bodyText;
}

/** The origin of an http or https URL; undefined for any other. */
export function originOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    return new URL(url).origin;
  } catch {
    return undefined; // no URL: no origin
  }
}

function decoded(url: string): string {
  return url.replaceAll(/%5b/gi, "[");
}
