import type { CoreHooks } from "../Core.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { BodyMasks, Draft, Redacted } from "../redacted.js";
import { mint } from "./mint.js";
import { redactDraft } from "./redactDraft.js";

/** A draft that went through redaction: what storage, the wire and the pages may have. */
export interface Sealed<K extends RecordKind = RecordKind> {
  readonly record: Redacted<EvidenceRecord<K>>;
  readonly bodies: readonly Redacted<BodyText>[];
  /** What was masked in each body; a later draft of the same record, without the texts, carries it again. */
  readonly bodyMasks: BodyMasks;
}

/**
 * The redaction stage: core's rules, then whoever may remove more. Undefined when a tap threw or returned
 * what is no draft of this record: such a record is lost, told by the caller in coverage, and never let through.
 */
export function seal<K extends RecordKind>(
  hooks: Pick<CoreHooks, "redact">,
  draft: Draft<K>,
): Sealed<K> | undefined {
  let clean: Draft;
  try {
    clean = hooks.redact.call(draft as Draft);
    if (clean.kind !== draft.kind || clean.record.id !== draft.record.id) return undefined;
  } catch {
    return undefined;
  }
  const { run_id: runId, id } = draft.record as EvidenceRecord<"request">; // `run` has no bodies
  const bodies = (["request", "response"] as const).flatMap((part) => {
    const text = clean.bodies?.[part]?.text;
    return text === undefined ? [] : [mint<BodyText>({ id, run_id: runId, part, text })];
  });
  return {
    record: mint(clean.record as EvidenceRecord<K>), // its kind was compared above
    bodies,
    bodyMasks: clean.bodyMasks ?? {},
  };
}

/**
 * A run that a tap refuses. Without a run there is nothing to hang records on, and without name, URL and
 * environment nothing in it was chosen by a page or a person.
 */
export function sealBareRun(run: EvidenceRecord<"run">): Redacted<EvidenceRecord<"run">> {
  const { name: _name, environment: _environment, ...rest } = run;
  const { record } = redactDraft({ kind: "run", record: { ...rest, url: "" } });
  return mint(record as EvidenceRecord<"run">); // the draft's own kind
}
