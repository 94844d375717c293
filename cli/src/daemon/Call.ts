import type { Progress } from "../connection/readProgress.js";

/** What a handler knows of the call it serves, besides its parameters. */
export interface Call {
  /** Aborted when the client cancelled or went away. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Tells the client something about this call; resolves once the system has taken it, or the client is gone. */
  readonly notify: (method: string, params: object) => Promise<void>;
}

/** Answers one method. Parameters are checked inside; what it throws crosses the socket as a wire error. */
export type Handle = (method: string, params: object, call: Call) => Promise<unknown>;
