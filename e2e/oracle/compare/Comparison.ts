import type { Recording, RequestRecord } from "@bsk/schema";
import type { Served, ServerLog } from "../log/ServerLog.js";

/** Something on which the two sides do not agree, and nothing in the run says why. */
export interface Finding {
  /** `invented`: the run says it reached the server, which knows nothing of it. Else a defect of another kind. */
  readonly kind: "unexplained" | "invented";
  /** What differs: `missing`, `status`, `response_body`, … */
  readonly what: string;
  readonly url: string;
  readonly server: string;
  readonly run: string;
  /** The run's record, where there is one. */
  readonly record?: string;
}

/** An absence that the run itself names, with the cause that fits. */
export interface Gap {
  /** `body:non_text`, `popup_not_followed`, … */
  readonly kind: string;
  readonly url: string;
}

/** Traffic that no extension can see, by the number of its trap. */
export interface StandingLimit {
  readonly trap: number;
  readonly url: string;
}

export interface Comparison {
  /** Exchanges in the log. */
  readonly server: number;
  /** Requests in the run. */
  readonly run: number;
  /** Pairs, each with nothing unexplained. */
  readonly matched: number;
  readonly gaps: readonly Gap[];
  readonly limits: readonly StandingLimit[];
  readonly findings: readonly Finding[];
}

/** The two sides of one comparison. */
export interface Sides {
  readonly log: ServerLog;
  readonly run: Recording;
  /** The page sends one request after the other, so that both sides have them in one order. */
  readonly isOrdered: boolean;
}

/** A request as both sides tell it. */
export interface Pair {
  readonly served: Served;
  readonly record: RequestRecord;
}

/** Where checks put what they find. */
export class Outcome {
  readonly findings: Finding[] = [];
  readonly gaps: Gap[] = [];
  readonly limits: StandingLimit[] = [];

  /** `server` and `run` are what each side says of `what`. */
  differs(what: string, of: Pair, said: { readonly server: unknown; readonly run: unknown }): void {
    this.findings.push({
      kind: "unexplained",
      what,
      url: of.record.url,
      server: short(said.server),
      run: short(said.run),
      record: of.record.id,
    });
  }

  gap(kind: string, url: string): void {
    this.gaps.push({ kind, url });
  }
}

/** A value in at most 200 characters. */
export function short(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length <= 200 ? text : `${text.slice(0, 180)}… (${text.length} characters)`;
}
