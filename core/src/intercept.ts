import type { Intervention } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";

/** Which requests the browser holds: `*` stands for anything, all else for itself. `fetch` counts as `XHR` here. */
export interface InterceptPattern {
  readonly url: string;
  readonly resourceType: "XHR" | "Document";
}

/** A request that the browser holds until it is answered. */
export interface PausedRequest {
  /** Its id in the Network domain; undefined: no record tells of it (a worker's, or one sent as its page went). */
  readonly networkId: string | undefined;
  readonly request: Protocol.Network.Request;
  /** The browser's rough word here: `fetch` is `XHR` too. */
  readonly resourceType: string;
  /** `Fetch` or `XHR` by the Network domain, which may tell later than this; undefined: it did not in time. */
  exactType(): Promise<string | undefined>;
  /** Resolves when nobody waits for a verdict any more: the request was given up, or aborted for want of one. */
  readonly over: Promise<unknown>;
}

export type HeaderPair = readonly [name: string, value: string];

/** What goes out in place of what the page sent; what is undefined stays. Headers are the whole set. */
export interface RequestChange {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
}

/**
 * What became of an answer. `gone`: the page had given the request up. `error`: the browser refused the answer,
 * and whether the request was aborted then. `aborted`: it came too late, the request had been aborted for that reason.
 */
export type PausedOutcome =
  | "answered"
  | "gone"
  | { readonly error: string }
  | { readonly aborted: string };

/** What a rule answers to a paused request. */
export type PausedVerdict = (
  | {
      readonly kind: "continue";
      readonly change?: RequestChange;
      /** Told when it is not let on to where its server redirects it: no change reaches another origin. */
      readonly refused?: (why: string) => void;
    }
  | { readonly kind: "fail"; readonly reason: "Aborted" | "BlockedByClient" }
  | {
      readonly kind: "fulfill";
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      readonly body: string;
    }
) & {
  /** Told once, when it is known what became of the answer. A refused request has been aborted. */
  readonly settled?: (outcome: PausedOutcome) => void;
};

/** What a request's record is to say of a rule. */
export interface RequestNote {
  readonly intervention: Intervention;
  /** What went out: the record then describes that, not what the page asked for. */
  readonly effective?: EffectiveRequest;
  /** The text that a rule answered with: the browser does not always have it. */
  readonly answer?: string;
}

export interface EffectiveRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  /** Undefined: as the page sent it. */
  readonly body?: string;
}
