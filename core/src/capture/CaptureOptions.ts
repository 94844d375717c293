import type { Environment } from "@bsk/schema";
import type { Core } from "../Core.js";
import type { CdpSession, Clock, EvidenceStore, VolatileState } from "../ports.js";
import type { KnownSecrets } from "../redaction/KnownSecrets.js";

/** What a capture is given by its host. */
export interface CaptureOptions {
  readonly core: Core;
  readonly session: CdpSession;
  readonly clock: Clock;
  readonly store: EvidenceStore;
  readonly volatile: VolatileState;
  /** `d` + 12 hex, drawn by the host. */
  readonly runId: string;
  readonly sessionId: string;
  readonly tabId: number;
  readonly name?: string;
  /** Where the tab is as capture starts. */
  readonly url: string;
  readonly observerSource: string;
  /** What was typed into secret fields of the tab. Whoever types adds to it, before and while this captures. */
  readonly secrets: KnownSecrets;
  readonly environment: Environment;
  /** Whether a service worker with that URL can only serve this tab, by the tabs that are there now. Never rejects. */
  readonly isAlone: (workerUrl: string) => Promise<boolean>;
  /** The tab is not needed any more. */
  readonly ended: () => void;
  /** Lets go of the tab whoever else holds it: a page whose requests are held by nobody hangs. */
  readonly detach: () => Promise<void>;
}
