import { BskError, type CdpEvent, type CdpParams, type CdpSession } from "@bsk/core";
import { subjectOf, typeOf } from "./ChildTargets.js";

type AutoAttach = CdpParams<"Target.setAutoAttach">;

/** Frames of other sites, as they come. Nothing waits, and workers are not touched. */
const FRAMES: AutoAttach = {
  autoAttach: true,
  waitForDebuggerOnStart: false,
  flatten: true,
  filter: [{ type: "iframe", exclude: false }],
};

/**
 * Everything below the tab, paused. Without a name in the filter: what a filter leaves out is paused all the
 * same, and nobody is told of it who could resume it [seen in Chromium 156].
 */
const ALL: AutoAttach = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{}],
};

/** A paused target that does not answer for so long is resumed once more; a worker is then let go of. */
const RESUME_MS = 1000;
const LET_GO_MS = 2000;

/** Sets up what is attached below a tab. No command is waited for: a target that waits may answer none. */
export class ChildSetup {
  #autoAttach = FRAMES;
  /** Attached sessions, with the one that each belongs to; undefined is the tab itself. */
  readonly #parents = new Map<string, string | undefined>();
  readonly #workers = new Set<string>();

  constructor(private readonly send: CdpSession["send"]) {}

  /** Takes what is there already. */
  async begin(deadlineMs: number): Promise<void> {
    await this.send("Target.setAutoAttach", this.#autoAttach, { deadlineMs });
  }

  /** See `CdpSession`. */
  async attachWorkers(isWanted: boolean): Promise<void> {
    this.#autoAttach = isWanted ? ALL : FRAMES;
    const own = this.send("Target.setAutoAttach", this.#autoAttach);
    for (const child of this.#parents.keys()) this.#autoAttachIn(child);
    if (!isWanted) for (const worker of this.#workers) this.#letGo(worker);
    await own;
  }

  /** Goes out right behind what the listeners of the event sent. */
  observe(event: CdpEvent): void {
    const id = subjectOf(event);
    if (event.method === "Target.detachedFromTarget") {
      this.#parents.delete(id);
      this.#workers.delete(id);
    } else if (event.method === "Target.attachedToTarget" && id !== "") {
      this.#parents.set(id, event.sessionId);
      this.#attached(id, typeOf(event));
    }
  }

  /** The browser has let go of everything below the tab: what it would have said. */
  gone(): readonly CdpEvent[] {
    return [...this.#parents].map(([child, parent]) => ({
      method: "Target.detachedFromTarget",
      params: { sessionId: child },
      ...(parent === undefined ? {} : { sessionId: parent }),
    }));
  }

  #attached(id: string, type: string): void {
    const isFrame = type === "iframe";
    if (!isFrame) this.#workers.add(id);
    if (isFrame || type === "worker") this.#autoAttachIn(id);
    // It tells a frame's navigations, and what it opens.
    if (isFrame) this.send("Page.enable", undefined, { sessionId: id }).catch(ignore);
    this.#resume(id, RESUME_MS, () =>
      this.#resume(id, LET_GO_MS, () => {
        if (!isFrame) this.#letGo(id);
      }),
    );
    if (!isFrame && this.#autoAttach === FRAMES) this.#letGo(id); // it came while workers were let go
  }

  #resume(sessionId: string, deadlineMs: number, late: () => void): void {
    this.send("Runtime.runIfWaitingForDebugger", undefined, { sessionId, deadlineMs }).catch(
      (error: unknown) => {
        if (error instanceof BskError && error.code === "cdp_timeout") late();
      },
    );
  }

  /** What is let go of runs on, paused or not. */
  #letGo(sessionId: string): void {
    const parent = this.#parents.get(sessionId);
    const to = parent === undefined ? {} : { sessionId: parent };
    this.send("Target.detachFromTarget", { sessionId }, to).catch(ignore);
  }

  /** A service worker, which has nothing below it, refuses. */
  #autoAttachIn(sessionId: string): void {
    this.send("Target.setAutoAttach", this.#autoAttach, { sessionId }).catch(ignore);
  }
}

/** A child that is gone before it answers is told by its own event. */
function ignore(): void {}
