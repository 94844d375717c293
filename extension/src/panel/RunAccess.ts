import { type EvidenceStore, errors } from "@bsk/core";
import type { RunRecord } from "@bsk/schema";
import type { Captures, RunOwner } from "../capture/Captures.js";
import type { TabDebugger } from "../debugger/TabDebugger.js";
import type { Sessions } from "../sessions/Sessions.js";

export interface RunAccessParts {
  readonly captures: Pick<Captures<TabDebugger>, "everyRun" | "forget">;
  readonly store: Pick<EvidenceStore, "deleteRun">;
  readonly sessions: Pick<Sessions, "list" | "save">;
}

/** The person's own view: every run of this browser profile, whichever session made it. No agent comes this way. */
export class RunAccess {
  /** One owner a run, the same each time: an export in parts belongs to it. */
  readonly #owners = new Map<string, RunOwner>();

  constructor(private readonly parts: RunAccessParts) {}

  /** Newest first. */
  async all(): Promise<readonly RunRecord[]> {
    return [...(await this.parts.captures.everyRun())].reverse();
  }

  /** Who may read the run. Throws `run_not_found`. */
  async ownerOf(runId: string): Promise<RunOwner> {
    const run = (await this.all()).find(({ id }) => id === runId);
    if (!run) throw errors.runDeleted(runId);
    const known = this.#owners.get(runId);
    if (known) return known;
    const owner = { id: run.session_id, runs: [{ runId, tabId: run.tab_id }] };
    this.#owners.set(runId, owner);
    return owner;
  }

  /** Deletes a stopped run from memory, storage and the session that made it. Throws `run_capturing`. */
  async delete(runId: string): Promise<void> {
    const { captures, store, sessions } = this.parts;
    await captures.forget(runId);
    await store.deleteRun(runId);
    this.#owners.delete(runId);
    for (const { runs } of sessions.list()) {
      const at = runs.findIndex((run) => run.runId === runId);
      if (at >= 0) runs.splice(at, 1);
    }
    await sessions.save();
  }
}
