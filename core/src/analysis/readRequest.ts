import type {
  ActionParams,
  ActionResults,
  Body,
  RequestRecord,
  RequestRow,
  WrittenRequest,
} from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { errors } from "../errors.js";
import { requestAs } from "../http/requestAs.js";
import { longId } from "../storage/recordId.js";
import { cutEnd, shortId } from "../text/shorten.js";
import { fitBudget, type TrimStep } from "./budget.js";
import { isJson } from "./json/isJson.js";
import { parsePointer } from "./json/parsePointer.js";
import { sliceAtPointer } from "./json/sliceAtPointer.js";
import { pieceOf } from "./pieceOf.js";
import { readBody } from "./readBody.js";
import { metadataRow } from "./requestRow.js";
import { compactDataUrls, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/request"];
type Result = ActionResults["debug/request"];
type Answer = Omit<Result, "output">;

/** Characters of a body part that was asked for without a size. */
export const DEFAULT_CHARS: number = 4096;

/** One request and the part of it that was asked for. Reads retained evidence; nothing is sent. */
export async function readRequest(reader: EvidenceReader, params: Params): Promise<Result> {
  const { part = "metadata" } = params;
  const { id: runId } = await reader.run();
  const request = await findRequest(reader, {
    runId,
    id: params.id,
    session: params.session,
  });
  const row = metadataRow(request);
  if (part === "headers") {
    if (request.request_headers) row.request_headers = request.request_headers;
    if (request.response_headers) row.response_headers = request.response_headers;
  }
  if (part === "timing" && request.timing) row.timing = request.timing;
  if (part === "request" || part === "response") {
    row[`${part}_body`] = await readPiece(reader, request, { ...params, part });
  } else if (params.pointer !== undefined) {
    throw errors.invalidParams(
      "A pointer needs the part request or response.",
      undefined,
      partHint(request, "response", params.session),
    );
  }
  const run = await reader.run(); // now that it knows of a body that could not be read
  const { result, omitted } = compactDataUrls<Answer>({ run, request: row });
  const fit = fitBudget(result, { budget: params.budget, omitted, steps: STEPS });
  // Half a command is none: it is not made to fit, its parts have bounds of their own.
  return params.as === undefined
    ? fit
    : { ...fit, written: await written(reader, request, params) };
}

async function written(
  reader: EvidenceReader,
  request: RequestRecord,
  { as = "curl", max_chars: max = DEFAULT_CHARS }: Params,
): Promise<WrittenRequest> {
  const { method, url, request_headers: headers = {} } = request;
  const { body, text } = await readBody(reader, request, "request");
  const isWhole =
    body.state === "available" &&
    text !== undefined &&
    text.length <= max &&
    !holdsFile(headers["content-type"], text);
  const kept = body.state === "empty" ? undefined : isWhole ? text : null;
  return requestAs(as, { method, url, headers, body: kept });
}

/** Of a file in a form its size is kept, in the place of what was in it: that is no body to be sent. */
function holdsFile(type: string | undefined, text: string): boolean {
  return /^multipart\//i.test(type ?? "") && /;\s*filename\*?=/i.test(text);
}

/** Throws `request_not_found`. */
export async function findRequest(
  reader: EvidenceReader,
  { runId, id, session }: { readonly runId: string; readonly id: string; readonly session: string },
): Promise<RequestRecord> {
  const wanted = longId(runId, "request", id);
  if (wanted !== undefined) {
    for await (const request of reader.requests()) if (request.id === wanted) return request;
  }
  throw errors.requestNotFound(id, session);
}

interface Piece {
  readonly part: "request" | "response";
  readonly session: string;
  readonly pointer?: string;
  readonly offset?: number;
  readonly max_chars?: number;
}

async function readPiece(
  reader: EvidenceReader,
  request: RequestRecord,
  wanted: Piece,
): Promise<Body> {
  const { part, pointer, offset = 0, max_chars: max = DEFAULT_CHARS } = wanted;
  const { body, text } = await readBody(reader, request, part);
  const hint = partHint(request, part, wanted.session);
  const name = `${request.id} ${part}`;
  const selected = pointer === undefined ? text : select(name, { body, text, pointer, hint });
  if (selected === undefined) return body;
  const piece = pieceOf(selected, offset, max);
  return {
    ...body,
    text: piece.text,
    offset: piece.offset,
    ...(piece.next === undefined ? {} : { next_offset: piece.next }),
    ...(pointer === undefined ? {} : { pointer }),
  };
}

/** The whole body: what a pointer can name is in it. */
function partHint({ id }: RequestRecord, part: string, session: string): string {
  return `bsk debug request ${shortId(id)} --session ${session} --part ${part}`;
}

/** The source text of one value. Throws `body_not_complete`, `pointer_not_found`, `invalid_params`. */
function select(
  name: string,
  {
    body,
    text,
    pointer,
    hint,
  }: {
    readonly body: Body;
    readonly text: string | undefined;
    readonly pointer: string;
    readonly hint: string;
  },
): string {
  const tokens = parsePointer(pointer);
  if (!tokens)
    throw errors.invalidParams(
      `${JSON.stringify(cutEnd(pointer, 80))} is not an RFC 6901 pointer: it is empty or starts with a slash.`,
      undefined,
      hint,
    );
  if (body.state !== "available" || text === undefined)
    throw errors.bodyNotComplete(name, body.state, hint);
  if (!isJson(text)) throw errors.bodyNotComplete(name, "not JSON", hint);
  const slice = sliceAtPointer(text, tokens);
  if (slice === undefined) throw errors.pointerNotFound(pointer, name, hint);
  return slice;
}

const STEPS: readonly TrimStep<Answer>[] = [
  shortenStrings<Answer>(),
  ...(["request_headers", "response_headers", "timing", "initiator"] as const).map((name) => ({
    name: `request.${name}`,
    apply(result: Answer): Answer | undefined {
      if (result.request[name] === undefined) return undefined;
      const { [name]: _left, ...request } = result.request;
      return { ...result, request };
    },
  })),
  dropRunDetails<Answer>(),
  { name: "request.body.text", apply: shortenBody },
];

/** The longest beginning of the text that fits, with an offset to read on. */
function shortenBody(result: Answer, fits: (candidate: Answer) => boolean): Answer | undefined {
  const key = result.request.request_body.text === undefined ? "response_body" : "request_body";
  const whole = result.request[key];
  const { text, offset = 0 } = whole;
  if (!text) return undefined;
  const cut = (chars: number): Answer => {
    const piece = pieceOf(text, 0, chars);
    const { next_offset: last, ...rest } = whole;
    const next = piece.next === undefined ? last : offset + piece.next;
    const body: Body = {
      ...rest,
      text: piece.text,
      ...(next === undefined ? {} : { next_offset: next }),
    };
    const request: RequestRow = { ...result.request, [key]: body };
    return { ...result, request };
  };
  let low = 1;
  let high = text.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
