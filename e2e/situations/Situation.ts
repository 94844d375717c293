import type { CdpClient, Workspace } from "../harness/index.js";
import type { Site } from "../sites/index.js";

/** One browser with one session, in which situations are played one after another. */
export interface Scene {
  readonly workspace: Workspace;
  readonly site: Site;
  readonly session: string;
  /** A second look at the browser, past the extension. */
  readonly cdp: CdpClient;
  /** The session's tab now, and its CDP target. */
  tab(): Promise<{ readonly tab_id: number; readonly target_id: string }>;
}

/**
 * Words of a command, the session left out. `SITE` and `CROSS` are the origins, `TAB` the tab's id, and a word
 * `ref:button "Go"` is the ref of that line of a snapshot.
 */
export type Words = readonly string[];

/** What must come of a command. */
export interface Outcome {
  /** 0 unless it is said. */
  readonly exit?: number;
  readonly code?: string;
  /** A part of the error's message, or of the result as JSON. */
  readonly says?: string | RegExp;
  /** A part of the result. */
  readonly json?: object;
}

/** A page, a command, and what the command says and the page heard. */
export interface Situation extends Outcome {
  readonly name: string;
  /** Where it begins; undefined: where the one before ended. */
  readonly page?: string;
  /** These must succeed first. */
  readonly before?: readonly Words[];
  readonly setUp?: (scene: Scene) => Promise<void>;
  readonly run: Words;
  /** Told to stop after this many ms. */
  readonly cancelAfterMs?: number;
  /** What makes the session usable again, each with what comes of it. */
  readonly after?: readonly (readonly [Words, Outcome?])[];
  /** What the page heard in the end, all of it. */
  readonly log?: string;
  /** An expression of the page that must hold in the end. */
  readonly holds?: string;
}
