import type { Body, RequestRecord, RequestRow } from "@bsk/schema";
import { errors } from "../errors.js";

type OptionalField = Exclude<
  keyof RequestRow,
  | "id"
  | "run_id"
  | "sequence"
  | "started_at"
  | "method"
  | "url"
  | "integrity"
  | "state"
  | "traffic"
  | "request_body"
  | "response_body"
  | "request_headers"
  | "response_headers"
  | "timing"
  | "truncated"
  | "pinned"
  | "masked"
  | "relation"
>;

/** Metadata that `--fields` can choose; identity, body states and provenance are always there. */
export const OPTIONAL_FIELDS: readonly OptionalField[] = [
  "resource_type",
  "frame_id",
  "loader_id",
  "document_url",
  "status",
  "wire_status",
  "error",
  "mime_type",
  "protocol",
  "duration_ms",
  "transfer_bytes",
  "decoded_bytes",
  "from_cache",
  "from_service_worker",
  "redirect_from",
  "redirect_to",
  "initiator",
  "finished_at",
];

/** All metadata of one request: everything but headers, timing and the bodies' texts. */
export function metadataRow(request: RequestRecord): RequestRow {
  const {
    record: _record,
    request_headers: _sent,
    response_headers: _got,
    timing: _timing,
    ...row
  } = request;
  return {
    ...row,
    request_body: withoutText(row.request_body),
    response_body: withoutText(row.response_body),
  };
}

/** A row of a list. The initiator comes without its stack unless it was asked for by name. */
export function listRow(
  request: RequestRecord,
  fields: ReadonlySet<string> | undefined,
): RequestRow {
  const row = metadataRow(request);
  if (fields) {
    for (const name of OPTIONAL_FIELDS) if (!fields.has(name)) delete row[name];
  } else if (row.initiator) {
    const { frames: _frames, ...initiator } = row.initiator;
    row.initiator = initiator;
  }
  return row;
}

/** The chosen names as a set; undefined: all. Throws `invalid_params` for a name that does not exist. */
export function chosenFields(
  fields: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (!fields) return undefined;
  const known = new Set<string>(OPTIONAL_FIELDS);
  const unknown = fields.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw errors.invalidParams(
      `No such field: ${unknown.join(", ")}. There are: ${OPTIONAL_FIELDS.join(", ")}.`,
      { fields: unknown },
      "bsk debug requests --help",
    );
  }
  return new Set(fields);
}

function withoutText(body: Body): Body {
  const { text: _text, ...rest } = body;
  return rest;
}
