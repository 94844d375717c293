import type {
  ActionParams,
  ConsoleRecord,
  NotSearched,
  OperationRecord,
  PageRecord,
  RequestRecord,
  SearchMatch,
} from "@bsk/schema";
import type { EvidenceReader } from "../../EvidenceReader.js";
import { cutMiddle } from "../../text/shorten.js";
import { readBody } from "../readBody.js";

/** Of the URL that says which request it is. */
const URL_CHARS = 200;

type Params = ActionParams["debug/search"];
type Place = NonNullable<Params["in"]>[number];

/** What a match says beside where it is. */
export type Facts = Omit<
  SearchMatch,
  "count" | "count_limited" | "excerpt" | "match_at" | "match_chars" | "offset" | "same"
>;

/** One text of a run, or that there is none. */
export interface SearchedText {
  readonly facts: Facts;
  /** Undefined: it was not kept. */
  readonly text: string | undefined;
  /** Why it is missing, or that what there is was cut. */
  readonly missing?: Omit<NotSearched, "count" | "part">;
}

interface Wanted {
  readonly kinds: ReadonlySet<string> | undefined;
  readonly places: ReadonlySet<Place> | undefined;
}

/** Every text that is to be searched: by kind, then in browser time. Bodies are read as they are asked for. */
export async function* searchedTexts(
  reader: EvidenceReader,
  params: Params,
): AsyncGenerator<SearchedText> {
  const wanted: Wanted = {
    kinds: params.kind && new Set(params.kind),
    places: params.in && new Set(params.in),
  };
  if (has(wanted, "operation", "operations"))
    for await (const operation of reader.operations()) yield* operationTexts(operation);
  if (has(wanted, "request", "url", "headers", "body"))
    for await (const request of reader.requests()) yield* requestTexts(reader, request, wanted);
  if (has(wanted, "page", "page", "fields")) {
    let offset = 0;
    for await (const page of reader.pages()) yield* pageTexts(page, offset++, wanted);
  }
  if (has(wanted, "console", "console"))
    for await (const message of reader.console()) yield* consoleTexts(message);
}

function has({ kinds, places }: Wanted, kind: string, ...any: readonly Place[]): boolean {
  return (kinds?.has(kind) ?? true) && (!places || any.some((place) => places.has(place)));
}

/** Texts that are there or are not, of what names them. */
function* texts(
  facts: Omit<Facts, "part">,
  parts: readonly (readonly [part: Facts["part"], text: string | undefined])[],
  isCut: boolean | undefined,
): Generator<SearchedText> {
  for (const [part, text] of parts) {
    if (text === undefined) continue;
    yield {
      facts: { ...facts, part },
      text,
      ...(isCut ? { missing: { state: "truncated" } } : {}),
    };
  }
}

function* operationTexts(operation: OperationRecord): Generator<SearchedText> {
  const { id, started_at: at, method, target, error, truncated } = operation;
  const parts = [
    ["target", target],
    ["error", error],
  ] as const;
  yield* texts({ kind: "operation", id, at, method }, parts, truncated);
}

async function* requestTexts(
  reader: EvidenceReader,
  request: RequestRecord,
  { places }: Wanted,
): AsyncGenerator<SearchedText> {
  const { id, started_at: at, method, url, status, integrity } = request;
  const facts: Omit<Facts, "part"> = {
    kind: "request",
    id,
    at,
    method,
    url: cutMiddle(url, URL_CHARS),
    ...(status === undefined ? {} : { status }),
  };
  const isIn = (place: Place): boolean => places?.has(place) ?? true;
  if (isIn("url")) yield* texts(facts, [["url", url]], integrity.url === "truncated");
  if (isIn("headers")) {
    yield* headerTexts({ ...facts, part: "request_headers" }, request, false);
    const isCut = integrity.response_headers === "truncated";
    yield* headerTexts({ ...facts, part: "response_headers" }, request, isCut);
  }
  if (!isIn("body")) return;
  for (const side of ["request", "response"] as const) {
    const { body, text } = await readBody(reader, request, side);
    if (text === undefined && body.state === "empty") continue;
    const { state, reason } = body;
    const missing = { state, ...(reason === undefined ? {} : { reason }) };
    yield {
      facts: { ...facts, part: `${side}_body` },
      text,
      ...(state === "available" ? {} : { missing }),
    };
  }
}

/** A name and its value are one text: `content-type: text/html` is found as it is read. */
function* headerTexts(
  facts: Facts & { readonly part: "request_headers" | "response_headers" },
  request: RequestRecord,
  isCut: boolean,
): Generator<SearchedText> {
  const headers = request[facts.part];
  if (!headers) yield { facts, text: undefined, missing: { state: "unavailable" } };
  for (const [name, value] of Object.entries(headers ?? {}))
    yield { facts: { ...facts, name }, text: `${name}: ${value}` };
  if (isCut) yield { facts, text: undefined, missing: { state: "truncated" } };
}

function* pageTexts(page: PageRecord, offset: number, { places }: Wanted): Generator<SearchedText> {
  const { id, at, url, title, text, fields = [], state, reason, truncated } = page;
  const facts = {
    kind: "page",
    id,
    at,
    page_offset: offset,
    ...(url === undefined ? {} : { url: cutMiddle(url, URL_CHARS) }),
  } as const;
  if (state === "unavailable") {
    const missing = { state, ...(reason === undefined ? {} : { reason }) };
    yield { facts: { ...facts, part: "text" }, text: undefined, missing };
  }
  if (places?.has("page") ?? true) {
    const parts = [
      ["title", title],
      ["text", text],
    ] as const;
    yield* texts(facts, parts.slice(0, 1), false);
    yield* texts(facts, parts.slice(1), truncated);
  }
  if (!(places?.has("fields") ?? true)) return;
  for (const { name, label, value, state: known } of fields) {
    const shown = [name, label].filter(Boolean).join(" ");
    yield {
      facts: { ...facts, part: "field", name: name ?? label },
      text: value === undefined ? shown : `${shown}: ${value}`,
      ...(known === "truncated" ? { missing: { state: known } } : {}),
    };
  }
}

function* consoleTexts(message: ConsoleRecord): Generator<SearchedText> {
  const { id, at, level, text, stack, source_url, truncated } = message;
  const facts = { kind: "console", id, at, level } as const;
  const frames = (stack ?? []).map(({ function: name, url, line, column }) =>
    [name, `${url}:${line}:${column}`].filter(Boolean).join(" "),
  );
  const place = frames.length === 0 && source_url !== undefined ? [source_url] : frames;
  yield* texts(facts, [["text", text]], truncated);
  if (place.length > 0) yield* texts(facts, [["stack", place.join("\n")]], false);
}
