import type {
  ConsoleRecord,
  OperationRecord,
  PageRecord,
  ReplayRecord,
  RequestRecord,
  RuleRecord,
  RunRecord,
  VisitRecord,
} from "@bsk/schema";

/** Each kind of record with its type. */
export interface RecordTypes {
  run: RunRecord;
  request: RequestRecord;
  operation: OperationRecord;
  console: ConsoleRecord;
  page: PageRecord;
  visit: VisitRecord;
  rule: RuleRecord;
  replay: ReplayRecord;
}

export type RecordKind = keyof RecordTypes;
export type EvidenceRecord<K extends RecordKind = RecordKind> = RecordTypes[K];

/** The letter of each kind in an id: `d3f0c2a91b7e4:n12`. */
export const ID_LETTERS: { readonly [K in Exclude<RecordKind, "run">]: string } = {
  request: "n",
  operation: "a",
  console: "c",
  page: "g",
  visit: "p",
  rule: "r",
  replay: "x",
};

/** A body's text, kept apart from its request so that lists never carry it. */
export interface BodyText {
  /** The request's id. */
  readonly id: string;
  readonly run_id: string;
  readonly part: "request" | "response";
  readonly text: string;
}
