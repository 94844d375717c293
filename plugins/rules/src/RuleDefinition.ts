import type { HeaderPair } from "@bsk/core";

export type ResourceType = "Fetch" | "XHR" | "Document";

export interface Match {
  /** Absolute, as the browser writes it; `*` in path and query stands for anything. */
  readonly url: string;
  readonly method?: string;
  /** Undefined: `Fetch` and `XHR`. */
  readonly resource_type?: ResourceType;
}

/** Edits of the top level of a JSON object, carried out in the order rename, remove, set. */
export interface JsonEdits {
  readonly rename: readonly (readonly [from: string, to: string])[];
  readonly remove: readonly string[];
  /** Each value as JSON text. */
  readonly set: readonly (readonly [name: string, json: string])[];
}

export interface Modify {
  readonly type: "modify";
  readonly url?: string;
  readonly method?: string;
  /** A null removes the header. */
  readonly headers: readonly (readonly [name: string, value: string | null])[];
  readonly body?: string;
  readonly json?: JsonEdits;
}

export interface Mock {
  readonly type: "mock";
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
  readonly delayMs: number;
}

export type Effect = { readonly type: "block" } | Modify | Mock;

/** An executable rule: what `readRule` made of a JSON document. */
export interface RuleDefinition {
  readonly name?: string;
  readonly match: Match;
  readonly effect: Effect;
  /** Matches it may have; 0: until it is disabled. */
  readonly times: number;
}
