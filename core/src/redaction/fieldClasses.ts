/** How a string of a record is cleaned. `plain` holds nothing that a page can choose, or is bound by the browser. */
export type FieldClass = "plain" | "text" | "url" | "headers" | "body";

/**
 * By property name, over all records. A name that is not listed is `text`, so that a new field cannot slip by.
 */
const CLASSES: ReadonlyMap<string, FieldClass> = new Map<string, FieldClass>([
  ["request_headers", "headers"],
  ["response_headers", "headers"],
  ["request_body", "body"],
  ["response_body", "body"],
  ...["url", "document_url", "source_url"].map((name): [string, FieldClass] => [name, "url"]),
  ...[
    "record",
    "id",
    "run_id",
    "request_id",
    "source_request_id",
    "rule_id",
    "replay_id",
    "replay_from",
    "session_id",
    "operation_id",
    "frame_id",
    "loader_id",
    "document_key",
    "redirect_from",
    "redirect_to",
    "before",
    "after",
    "observations",
    "state",
    "reason",
    "stop_reason",
    "traffic",
    "resource_type",
    "protocol",
    "cause",
    "source",
    "origin",
    "level",
    "flag",
    "type",
    "relation",
    "integrity",
    "timing",
    "masked",
    "counts",
    "storage",
  ].map((name): [string, FieldClass] => [name, "plain"]),
]);

/** The class of a property of a record. */
export function classOf(property: string): FieldClass {
  return CLASSES.get(property) ?? "text";
}
