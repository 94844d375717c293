import type { EvidenceStore } from "../ports.js";
import type { EvidenceRecord } from "../records.js";
import { HISTORY_LIMITS, type HistoryLimits } from "./limits.js";

/** Deletes what the history may not keep, the oldest stopped first; a run that captures is never taken. */
export async function enforceHistory(
  store: EvidenceStore,
  now: number,
  limits: HistoryLimits = HISTORY_LIMITS,
): Promise<readonly string[]> {
  const all = await store.runs();
  const stopped = all
    .filter(({ state }) => state !== "capturing")
    .sort((a, b) => endOf(a) - endOf(b));
  let runs = all.length;
  let units = all.reduce((sum, run) => sum + unitsOf(run), 0);
  const deleted: string[] = [];
  for (const run of stopped) {
    const isOld = now - endOf(run) > limits.ageMs;
    if (!isOld && runs <= limits.runs && units <= limits.units) break;
    await store.deleteRun(run.id);
    deleted.push(run.id);
    runs--;
    units -= unitsOf(run);
  }
  return deleted;
}

function endOf(run: EvidenceRecord<"run">): number {
  return run.stopped_at ?? run.started_at;
}

function unitsOf(run: EvidenceRecord<"run">): number {
  // Runs of before did not count what is no request.
  return run.storage?.all_bytes ?? run.storage?.bytes ?? 0;
}
