import type { ConnectionState } from "../transport/DaemonConnection.js";
import type { PairerState } from "../transport/Pairer.js";
import type { PairingSource } from "../transport/pairing.js";

/** What the popup asks the worker. */
export type PopupRequest =
  | { readonly kind: "status" }
  /** The code as it was typed. */
  | { readonly kind: "pair"; readonly code: string; readonly port: number }
  | { readonly kind: "unpair" }
  /** The session's commands end, and its next one that acts is refused. */
  | { readonly kind: "stop_session"; readonly session: string }
  | { readonly kind: "stop_all" }
  /** Whether agents may list every run of this profile. */
  | { readonly kind: "open_history"; readonly isOpen: boolean };

/** What the popup shows. Names in it may come from an agent: text, never markup. */
export interface PopupStatus {
  readonly connection: ConnectionState;
  readonly pairing: PopupPairing;
  readonly version: string;
  readonly build: string;
  readonly sessions: readonly PopupSession[];
  readonly isHistoryOpen: boolean;
}

export interface PopupPairing {
  /** A packaged one cannot be changed here. */
  readonly source: PairingSource;
  readonly attempt: PairerState;
}

export interface PopupSession {
  readonly id: string;
  readonly tabs: number;
  /** The person has stopped it, and its agent has not been told yet. */
  readonly isStopped: boolean;
}
