/** The bounds of one capture, profile `standard`. Characters are UTF-16 code units. */
export const BOUNDS: { readonly [name in BoundName]: number } = {
  /** A retained URL. */
  urlChars: 2048,
  /** A body's text; a longer one is omitted with its size. */
  bodyChars: 64 * 1024,
  /** A response body that is not even asked for, by its decoded size. */
  bodyBytes: 256 * 1024,
  /** All headers of one side of one hop. */
  headerChars: 4096,
  headerCount: 80,
  consoleChars: 2048,
  targetChars: 160,
  pageTextChars: 6000,
  fieldChars: 256,
  pageLoads: 20,
  observationsPerOperation: 4,
  operations: 64,
  childTargets: 16,
  workerTargets: 32,
  initiatorFrames: 10,
  stackFrames: 20,
  /** Requests that did not end; the oldest is given up. */
  openRequests: 1000,
  /** Requests that ended and may still get ExtraInfo, for so long. */
  endedRequests: 256,
  extraInfoMs: 10_000,
  /** ExtraInfo events that wait for their request: of one and the 20 redirects that the browser follows. */
  extraInfoPerRequest: 21,
  extraInfoRequests: 256,
  /** Body reads at once, and waiting. */
  bodyReads: 6,
  bodyQueue: 4000,
  bodyDeadlineMs: 2500,
  /** How long a stop waits for the body reads that are left. */
  stopDrainMs: 3000,
  startDeadlineMs: 10_000,
  snapshotDeadlineMs: 600,
  /** The browser's own buffers, per target and per resource. */
  browserBufferBytes: 32 * 1024 * 1024,
  browserResourceBytes: 1024 * 1024,
  postDataBytes: 64 * 1024,
  windowMs: 1500,
  observationMs: 15_000,
};

/** Captures that run at once, and runs kept in memory, in one browser. */
export const CAPTURES_PER_BROWSER: number = 4;

type BoundName =
  | "urlChars"
  | "bodyChars"
  | "bodyBytes"
  | "headerChars"
  | "headerCount"
  | "consoleChars"
  | "targetChars"
  | "pageTextChars"
  | "fieldChars"
  | "pageLoads"
  | "observationsPerOperation"
  | "operations"
  | "childTargets"
  | "workerTargets"
  | "initiatorFrames"
  | "stackFrames"
  | "openRequests"
  | "endedRequests"
  | "extraInfoMs"
  | "extraInfoPerRequest"
  | "extraInfoRequests"
  | "bodyReads"
  | "bodyQueue"
  | "bodyDeadlineMs"
  | "stopDrainMs"
  | "startDeadlineMs"
  | "snapshotDeadlineMs"
  | "browserBufferBytes"
  | "browserResourceBytes"
  | "postDataBytes"
  | "windowMs"
  | "observationMs";
