import type { BodyText, EvidenceRecord } from "./records.js";
import type { Redacted } from "./redacted.js";

/** Conditions that all must hold. Strings compare exactly where nothing else is said. */
export interface RequestFilter {
  readonly kind?: "all" | "business" | "resource" | "extension";
  /** A case-sensitive part. */
  readonly url?: string;
  /** In any case. */
  readonly method?: string;
  readonly resource_type?: string;
  /** Also a class, or a list: `401,5xx`. */
  readonly status?: number | string;
  /** True: only exchanges that failed and HTTP errors. */
  readonly failed?: boolean;
  readonly state?: EvidenceRecord<"request">["state"];
}

/** The only way into a run's evidence, for built-in reads and for analyzers alike. Order is browser time. */
export interface EvidenceReader {
  /** Of the moment when the reader was made, with what could not be read since. */
  run(): Promise<Redacted<EvidenceRecord<"run">>>;
  requests(filter?: RequestFilter): AsyncIterable<Redacted<EvidenceRecord<"request">>>;
  operations(): AsyncIterable<Redacted<EvidenceRecord<"operation">>>;
  console(): AsyncIterable<Redacted<EvidenceRecord<"console">>>;
  pages(): AsyncIterable<Redacted<EvidenceRecord<"page">>>;
  visits(): AsyncIterable<Redacted<EvidenceRecord<"visit">>>;
  rules(): AsyncIterable<Redacted<EvidenceRecord<"rule">>>;
  replays(): AsyncIterable<Redacted<EvidenceRecord<"replay">>>;
  /**
   * The redacted text; undefined when the record's body state says why there is none, the run that a read failed,
   * or `isEvicted` that the request is no more.
   */
  body(id: string, part: BodyText["part"]): Promise<string | undefined>;
  /** Capacity took this request, and its texts, after the reader was made. */
  isEvicted(id: string): boolean;
  readonly signal: AbortSignal;
}
