/** What one run may keep. Sizes are UTF-16 code units: a record counts its JSON, a body its text. */
export interface StorageLimits {
  readonly requests: number;
  readonly requestUnits: number;
  /** Requests that may be pinned; each may take its share of `requestUnits`. */
  readonly pins: number;
  /** Console entries below level error; errors have as many places of their own. */
  readonly console: number;
  readonly consoleErrors: number;
  readonly operations: number;
  /** Texts that are held in memory beside the store. */
  readonly liveTextUnits: number;
  readonly pendingEntries: number;
  readonly pendingUnits: number;
  /** A batch starts at once when so many entries wait. */
  readonly batchEntries: number;
  readonly flushMs: number;
  /** Changes of the run record that storage itself made are written no more often than this. */
  readonly runCheckpointMs: number;
}

export const STORAGE_LIMITS: StorageLimits = {
  requests: 2000,
  requestUnits: 8 * 1024 * 1024,
  pins: 20,
  console: 100,
  consoleErrors: 100,
  operations: 64,
  liveTextUnits: 512 * 1024,
  pendingEntries: 256,
  pendingUnits: 4 * 1024 * 1024,
  batchEntries: 32,
  flushMs: 100,
  runCheckpointMs: 2000,
};

/** What the history of one browser profile may keep. */
export interface HistoryLimits {
  readonly ageMs: number;
  readonly runs: number;
  readonly units: number;
}

export const HISTORY_LIMITS: HistoryLimits = {
  ageMs: 30 * 24 * 60 * 60 * 1000,
  runs: 50,
  units: 50 * 1024 * 1024,
};
