import { CAPTURES_PER_BROWSER, type Capture, errors } from "@bsk/core";
import type { RunOwner } from "./Captures.js";

export interface Live {
  readonly capture: Capture;
  readonly tabId: number;
  readonly owner: RunOwner;
}

/** The runs that are in memory, by their id: those that go on, and those that ended and are not saved. */
export class LiveRuns extends Map<string, Live> {
  /** The one of a tab that goes on. */
  capturing(tabId: number): Live | undefined {
    return this.#running().find((live) => live.tabId === tabId);
  }

  /** The tab that a session records: one at a time. */
  tabOf(owner: RunOwner): number | undefined {
    return this.#running().find((live) => live.owner === owner)?.tabId;
  }

  /** The session of each capture that goes on, the oldest capture's first. */
  owners(): string[] {
    return this.#running().map(({ owner }) => owner.id);
  }

  /** An ended run that the disk has leaves memory, and is read from disk from now on. */
  letGo(runId: string): void {
    if (this.get(runId)?.capture.isSaved) this.delete(runId);
  }

  /**
   * Room for one more beside those that are starting. A run that the disk refused stays as long as its session can
   * still export it; then it leaves where there is no room. Throws `runs_unsaved` when nothing can leave.
   */
  makeRoom(starting: number): void {
    for (const [runId, { capture, owner }] of this) {
      if (this.size + starting < CAPTURES_PER_BROWSER) return;
      if (capture.state === "capturing") continue;
      const isReadable = owner.runs.some((run) => run.runId === runId);
      if (capture.isSaved || !isReadable) this.delete(runId);
    }
    if (this.size + starting >= CAPTURES_PER_BROWSER)
      throw errors.runsUnsaved(CAPTURES_PER_BROWSER);
  }

  #running(): Live[] {
    return [...this.values()].filter(({ capture }) => capture.state === "capturing");
  }
}
