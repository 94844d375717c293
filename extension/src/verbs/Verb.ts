import type { CdpSession } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { OverlayControl } from "../overlay/Overlays.js";
import type { RefStore } from "./RefStore.js";

/** The methods that act on a page. */
export type VerbMethod = Extract<keyof ActionParams, `page/${string}`>;

/** What a verb gets: one attached tab, and nothing else of the browser. */
export interface VerbContext {
  readonly tabId: number;
  /** The session's id, for hints only. */
  readonly session: string;
  readonly cdp: CdpSession;
  readonly signal: AbortSignal;
  /** The tab's refs; the same object for every command on the tab. */
  readonly refs: RefStore;
  /** What says in the page who acts. Undefined: nothing does. */
  readonly overlay?: OverlayControl;
  /** Ends the process of a page that hangs; see `HungPages.end`. Undefined: it may not be, the browser is a person's. */
  readonly endHung?: () => Promise<readonly number[] | undefined>;
}

/** One verb. Throws errors of the catalogue; `cancelled` within a moment of the signal. */
export type Verb<M extends VerbMethod> = (
  params: ActionParams[M],
  context: VerbContext,
) => Promise<ActionResults[M]>;
