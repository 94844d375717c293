import type { ManagedBrowsers } from "../browser/ManagedBrowsers.js";
import type { DaemonLog } from "./DaemonLog.js";
import type { Extensions } from "./Extensions.js";
import type { LostSessions } from "./LostSessions.js";
import type { PairedBrowsers } from "./PairedBrowsers.js";
import type { Pairing } from "./Pairing.js";
import type { Sessions } from "./Sessions.js";
import type { Slots } from "./Slots.js";

/** What the daemon's actions work on. */
export interface DaemonState {
  readonly home: string;
  readonly startedAt: number;
  /** Of the extension's socket. */
  readonly port: () => number;
  readonly paired: PairedBrowsers;
  readonly extensions: Extensions;
  readonly managed: ManagedBrowsers;
  readonly sessions: Sessions;
  readonly lost: LostSessions;
  readonly pairing: Pairing;
  readonly slots: Slots;
  readonly log: DaemonLog;
}
