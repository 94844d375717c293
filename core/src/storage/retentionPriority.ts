import { isFailure } from "../analysis/requestFacts.js";
import type { CoreHooks } from "../Core.js";
import type { EvidenceRecord } from "../records.js";
import type { Redacted } from "../redacted.js";

/** Core's own order: pinned 9, failures 4, data traffic 2, documents 1, the rest 0. Low goes first. */
export function defaultPriority(record: EvidenceRecord): number {
  switch (record.record) {
    case "run":
      return Number.POSITIVE_INFINITY;
    case "operation":
      return 8;
    case "page":
      return 3;
    case "console":
      return record.level === "error" ? 4 : 1;
    case "request":
      return requestPriority(record);
    case "visit":
      return 3;
    case "rule":
    case "replay":
      return 8;
    default:
      return record satisfies never;
  }
}

function requestPriority(record: EvidenceRecord<"request">): number {
  if (record.pinned) return 9;
  if (isFailure(record)) return 4;
  if (record.intervention || record.replay_id !== undefined) return 4;
  if (record.traffic === "controlled" || record.traffic === "replayed") return 4;
  const type = record.resource_type;
  if (type === "Fetch" || type === "XHR" || record.mime_type?.includes("json")) return 2;
  return type === "Document" ? 1 : 0;
}

/** The first tap's number, else core's own. Core's guard keeps a tap that throws from its caller. */
export function priorityOf(
  hooks: Pick<CoreHooks, "retentionPriority">,
  record: Redacted<EvidenceRecord>,
): number {
  // A pin is the person's word; no plugin may take it back.
  if (record.record === "request" && record.pinned) return 9;
  return hooks.retentionPriority.call(record) ?? defaultPriority(record);
}
