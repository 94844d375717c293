import type { BodyText, EvidenceRecord, Redacted } from "@bsk/core";
import type { DBSchema } from "idb";

type Kept = Exclude<EvidenceRecord, EvidenceRecord<"run">>;

/** What lies in the database. Keys sort as reads need them: records of a run by kind and number. */
export interface EvidenceSchema extends DBSchema {
  runs: { key: string; value: Redacted<EvidenceRecord<"run">> };
  records: { key: [run: string, letter: string, number: number]; value: Redacted<Kept> };
  bodies: { key: [request: string, part: BodyText["part"]]; value: Redacted<BodyText> };
}
