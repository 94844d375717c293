import type { Masks } from "@bsk/schema";
import type { EvidenceRecord, RecordKind } from "./records.js";
import type { KnownSecrets } from "./redaction/KnownSecrets.js";

declare const redacted: unique symbol;

/** What has been through redaction. Only `redaction/mint.ts` makes it; storage, wire and pages take nothing else. */
export type Redacted<T> = T & { readonly [redacted]: true };

/**
 * A record as capture made it, with whatever the page put into it. Lives in memory only.
 * `bodies` are the raw texts of a request; redaction turns them into `BodyText`.
 */
export interface Draft<K extends RecordKind = RecordKind> {
  readonly kind: K;
  readonly record: EvidenceRecord<K>;
  readonly bodies?: DraftBodies;
  /** What redaction masked in each body, now or when it last had the text. */
  readonly bodyMasks?: BodyMasks;
  /** Values that must not stand anywhere in it. */
  readonly secrets?: KnownSecrets;
}

export interface BodyMasks {
  readonly request?: Masks;
  readonly response?: Masks;
}

export interface DraftBodies {
  readonly request?: DraftBody;
  readonly response?: DraftBody;
}

export interface DraftBody {
  readonly text: string;
  readonly contentType: string | undefined;
}
