import { tellingGaps } from "@bsk/core";
import type { Coverage, RunRecord } from "@bsk/schema";
import { flagSentence } from "./words.js";

export interface Note {
  readonly text: string;
  /** Standing notes hold for every run; gaps are this run's own. */
  readonly isGap: boolean;
}

/** What the run did not or could not see, its own gaps first. */
export function coverageNotes({ coverage }: RunRecord): readonly Note[] {
  const gaps = tellingGaps(coverage);
  const standing = coverage.filter((entry) => !gaps.includes(entry));
  return [
    ...gaps.map((entry) => ({ text: noteText(entry), isGap: true })),
    ...standing.map((entry) => ({ text: noteText(entry), isGap: false })),
  ];
}

function noteText({ flag, count = 0, detail }: Coverage): string {
  return `${flagSentence(flag)}${count > 1 ? ` (${count} times)` : ""}${detail === undefined ? "" : ` ${detail}`}`;
}

/** What a person must know before relying on the run: interruption, storage trouble, dropped evidence. */
export function runNotices(run: RunRecord): readonly string[] {
  const { counts, state, storage_error: failed } = run;
  const notices: string[] = [];
  if (state === "interrupted")
    notices.push("Interrupted: what happened after the last save is missing.");
  if (failed !== undefined)
    notices.push("Storage failed: export the run while it is still in memory.");
  const dropped = [
    [counts.dropped_requests, "requests"],
    [counts.dropped_operations, "operations"],
    [counts.dropped_console, "console entries"],
  ] as const;
  const told = dropped.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (told.length > 0) notices.push(`Partial: ${told.join(", ")} were dropped for room.`);
  return notices;
}

/** Runs whose name, URL, id or session holds the text, whatever its case. */
export function searchRuns(runs: readonly RunRecord[], text: string): readonly RunRecord[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return runs;
  return runs.filter(({ id, name = "", url, session_id: session }) =>
    [id, name, url, session].some((value) => value.toLowerCase().includes(wanted)),
  );
}

/** The file name of an export: from the id alone, never from what a page or an agent said. */
export function exportName({ id }: RunRecord): string {
  return `bsk-${id}.json`;
}
