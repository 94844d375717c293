import type { WorkerSource } from "@bsk/schema";
import type { CdpSession, Clock } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import { boundUrl } from "./boundUrl.js";
import type { CoverageLog } from "./CoverageLog.js";
import { enableChild } from "./domains.js";

/** What the browser says of a child as it is attached. */
export interface Child {
  readonly sessionId: string;
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

export interface ChildSessionsOptions {
  readonly session: CdpSession;
  readonly clock: Clock;
  readonly coverage: CoverageLog;
  readonly frameAttached: (sessionId: string) => void;
  readonly workerGone: (sessionId: string) => void;
  /** One past the bound. */
  readonly workerMissed: (targetId: string) => void;
}

const WORKERS: ReadonlyMap<string, WorkerSource["type"]> = new Map([
  ["worker", "dedicated"],
  ["service_worker", "service"],
]);

/** Frames and workers of the tab that are captured now. */
export class ChildSessions {
  readonly #frames = new Set<string>();
  readonly #workers = new Map<string, WorkerSource>();
  /** A worker that is not captured, or not all of it, has been there. */
  #isWorkerMissed = false;

  constructor(private readonly options: ChildSessionsOptions) {}

  /** Sessions of frames of other processes. */
  get frames(): ReadonlySet<string> {
    return this.#frames;
  }

  /** The worker that a session is of; undefined: it is of a frame, or of the tab itself. */
  worker(sessionId: string | undefined): WorkerSource | undefined {
    return sessionId === undefined ? undefined : this.#workers.get(sessionId);
  }

  /** Every dedicated worker's own session tells what it says. */
  get hearsWorkers(): boolean {
    return !this.#isWorkerMissed;
  }

  /** Sets a child up, in one go. */
  attached({ sessionId, targetId, type, url }: Child): void {
    const { session, clock, coverage, frameAttached, workerMissed } = this.options;
    const worker = WORKERS.get(type);
    if (worker === undefined && type !== "iframe") {
      coverage.add("target_type_unknown", clock.now());
      return;
    }
    if (this.#frames.has(sessionId) || this.#workers.has(sessionId)) return;
    const [siblings, most] = worker
      ? [this.#workers.size, BOUNDS.workerTargets]
      : [this.#frames.size, BOUNDS.childTargets];
    if (siblings >= most) {
      coverage.add("child_capture_limit", clock.now());
      if (!worker) return;
      this.#isWorkerMissed = true;
      workerMissed(targetId);
      return;
    }
    if (worker) this.#workers.set(sessionId, { type: worker, url: boundUrl(url).url });
    else this.#frames.add(sessionId);
    enableChild(session, sessionId, () => {
      coverage.add("child_capture_partial", clock.now());
      if (worker) this.#isWorkerMissed = true;
    });
    if (!worker) frameAttached(sessionId);
  }

  detached(sessionId: string): void {
    if (this.#workers.has(sessionId)) this.options.workerGone(sessionId);
    this.#frames.delete(sessionId);
    this.#workers.delete(sessionId);
  }
}
