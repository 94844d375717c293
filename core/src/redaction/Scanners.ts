import type { Edits } from "./Edits.js";

/**
 * The scanners as they call each other: a URL holds JSON, JSON holds text, text holds a URL.
 * They meet here instead of importing one another. `depth` counts the encodings that were undone.
 */
export interface Scanners {
  /** JSON if it is JSON, and then true; else text. */
  value(text: string, edits: Edits, depth: number): boolean;
  /** Free text. */
  text(text: string, edits: Edits, depth: number): void;
  /** A text that is one URL, absolute or relative. */
  url(text: string, edits: Edits, depth: number): void;
  /** A JSON text; false when it is not JSON, and then no edit counts. */
  json(text: string, edits: Edits, depth: number): boolean;
}

/** How many encodings are undone inside each other before what is left is masked as a whole. */
export const MAX_DEPTH = 6;
