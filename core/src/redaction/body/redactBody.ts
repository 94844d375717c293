import { Edits } from "../Edits.js";
import { scanners } from "../engine.js";
import { jsonpArgument, skipPrefix } from "../json/carriers.js";
import type { MaskCount } from "../MaskCount.js";
import { settle } from "../settle.js";
import { scanTable } from "../text/scanTable.js";
import { scanPairs } from "../url/scanPairs.js";
import { scanMultipart } from "./scanMultipart.js";

/** A body that may be kept. */
export interface BodyRedaction {
  readonly text: string;
  readonly redacted: boolean;
}

/** Why a body may not be kept at all. */
export interface BodyOmission {
  readonly omitted: "unparsed_json" | "multipart" | "redaction_failed" | "non_text";
}

type Reader = (
  text: string,
  contentType: string,
  edits: Edits,
) => BodyOmission["omitted"] | undefined;

const JSON_TYPE =
  /[/+](?:x-)?(?:json|ndjson|jsonl|json-seq|jsonlines|stream\+json|graphql-response\+json)\b|json-patch|\bjson\b/i;
const BINARY =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/)|[/+](?:zip|gzip|pdf|protobuf|x-protobuf|grpc\S*|wasm|msgpack|cbor)\b/i;

/** Redacts a body by its type, or by its looks when the type says nothing; never keeps what it cannot read. */
export function redactBody(
  text: string,
  contentType: string | undefined,
  masks?: MaskCount,
): BodyRedaction | BodyOmission {
  const type = contentType ?? "";
  try {
    const read = readerOf(text, type);
    const edits = new Edits();
    const omitted = read(text, type, edits);
    if (omitted !== undefined) return { omitted };
    if (edits.isEmpty) return { text, redacted: false };
    const once = edits.apply(text, masks);
    // JSON settles string by string, which costs less than another pass.
    if (read === readJson) return { text: once, redacted: true };
    return { text: settle(once, (part, more) => read(part, type, more), masks), redacted: true };
  } catch {
    // A defect of ours must never store the original.
    return { omitted: "redaction_failed" };
  }
}

function readerOf(text: string, contentType: string): Reader {
  if (text === "") return () => undefined;
  if (/^multipart\//i.test(contentType)) return readMultipart;
  if (/urlencoded/i.test(contentType)) return readForm;
  if (JSON_TYPE.test(contentType)) return readJson;
  if (BINARY.test(contentType)) return () => "non_text";
  if (/octet-stream/i.test(contentType)) {
    // It says "any bytes": what they are is decided by their looks.
    return isText(text) ? readerOf(text, "") : () => "non_text";
  }
  if (/[/+-](?:csv|tab-separated-values)\b/i.test(contentType)) return readTable;
  if (/event-stream/i.test(contentType)) return readEvents;
  if (/javascript|ecmascript/i.test(contentType)) return readScript;
  if (contentType === "" && isFormLike(text)) return readForm;
  return readText;
}

function readJson(text: string, _type: string, edits: Edits): BodyOmission["omitted"] | undefined {
  const { start } = skipPrefix(text);
  const inner = edits.fork();
  if (text.slice(start).trim() === "") return undefined;
  if (scanners.json(text.slice(start), inner, 0)) {
    edits.addAt(start, inner);
    return undefined;
  }
  return readJsonp(text, edits) ? undefined : "unparsed_json";
}

function readJsonp(text: string, edits: Edits): boolean {
  const argument = jsonpArgument(text);
  if (argument === undefined) return false;
  const inner = edits.fork();
  if (!scanners.json(text.slice(argument.start, argument.end), inner, 0)) return false;
  edits.addAt(argument.start, inner);
  return true;
}

function readScript(text: string, _type: string, edits: Edits): undefined {
  if (!readJsonp(text, edits)) scanners.value(text, edits, 0);
}

function readText(text: string, type: string, edits: Edits): undefined {
  readScript(text, type, edits);
}

function readTable(text: string, type: string, edits: Edits): undefined {
  scanTable(text, edits, true);
  readText(text, type, edits);
}

function readForm(text: string, _type: string, edits: Edits): undefined {
  const trimmed = text.trimEnd();
  scanPairs(trimmed, edits, { scan: scanners, depth: 0, context: "" });
}

function readMultipart(text: string, type: string, edits: Edits): "multipart" | undefined {
  return scanMultipart(text, type, edits, scanners) ? undefined : "multipart";
}

/** Server-sent events: each `data:` line is a value of its own. */
function readEvents(text: string, _type: string, edits: Edits): undefined {
  let start = 0;
  for (const line of text.split("\n")) {
    const lead = /^data: ?/.exec(line)?.[0].length ?? 0;
    const inner = edits.fork();
    scanners.value(line.slice(lead), inner, 0);
    edits.addAt(start + lead, inner);
    start += line.length + 1;
  }
}

/** No text that people or programs write holds such control characters. */
function isText(text: string): boolean {
  return !/(?!\s)\p{Cc}/u.test(text);
}

function isFormLike(text: string): boolean {
  return /^[\w%.+[\]*~-]{1,200}=[^\s<>"{}]*$/.test(text.slice(0, 4096)) && !/[\s<>"{}]/.test(text);
}
