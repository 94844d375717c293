import { errors } from "@bsk/core";
import type { RunOwner } from "./Captures.js";

export interface RunChoice {
  readonly session: string;
  readonly run_id?: string;
  readonly tab_id?: number;
  /** A record's id; a long one names its run. */
  readonly id?: string;
  readonly operation?: string;
  readonly from?: string;
  readonly to?: string;
}

const LONG_ID = /^(d[0-9a-f]{12}):/;

/** The run that is meant: by its id, by a record's id, by tab, else the latest. Throws `run_not_found`, `no_capture`. */
export function findRun(
  { runs }: RunOwner,
  { session, run_id: runId, tab_id: tabId, id, ...others }: RunChoice,
): RunOwner["runs"][number] {
  const named =
    runId ??
    (id?.includes(":") ? id.slice(0, id.indexOf(":")) : undefined) ??
    [others.operation, others.from, others.to].flatMap(
      (other) => LONG_ID.exec(other ?? "")?.[1] ?? [],
    )[0];
  const run =
    named === undefined
      ? runs.filter((candidate) => tabId === undefined || candidate.tabId === tabId).at(-1)
      : runs.find((candidate) => candidate.runId === named);
  if (run) return run;
  throw named === undefined
    ? errors.captureNotActive(session)
    : errors.runNotFound(named.slice(0, 40), session);
}
