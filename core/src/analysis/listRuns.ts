import type { ActionParams, ActionResults, HistoryRow, RunRecord } from "@bsk/schema";
import { fitBudget, type TrimStep } from "./budget.js";
import { offsetPage } from "./offsetPage.js";
import { DEFAULT_LIMIT } from "./sincePage.js";
import {
  compactDataUrls,
  dropRows,
  dropRunDetails,
  shortenStrings,
  withoutRunDetails,
} from "./trimSteps.js";

type Status = Omit<ActionResults["debug/status"], "output">;
type History = Omit<ActionResults["debug/history"], "output">;

/** The runs of a session within the budget; what each could not see is told by name when it is tight. */
export function listRuns(
  runs: readonly RunRecord[],
  budget: number | undefined,
): ActionResults["debug/status"] {
  const last: TrimStep<Status> = dropRows<Status>("runs", {
    get: (whole) => whole.runs,
    // The latest is the one that a command without --run-id means.
    keep: (whole, kept) => ({ runs: whole.runs.slice(-kept) }),
  });
  const details: TrimStep<Status> = {
    name: "runs.environment",
    apply: ({ runs: all }) => ({ runs: all.map(withoutRunDetails) }),
  };
  const { result, omitted } = compactDataUrls<Status>({ runs: [...runs] });
  return fitBudget(result, { budget, omitted, steps: [shortenStrings(), details, last] });
}

/** One run within the budget. */
export function oneRun(run: RunRecord, budget: number | undefined): ActionResults["debug/stop"] {
  const { result, omitted } = compactDataUrls({ run });
  return fitBudget(result, { budget, omitted, steps: [shortenStrings(), dropRunDetails()] });
}

/** Whole runs as rows of the history, newest first. */
export function listHistory(
  runs: readonly RunRecord[],
  owned: ReadonlySet<string>,
  params: Pick<ActionParams["debug/history"], "offset" | "limit" | "budget">,
): ActionResults["debug/history"] {
  const newest = [...runs].sort((one, other) => other.started_at - one.started_at);
  const page = offsetPage(newest, { limit: DEFAULT_LIMIT, ...params });
  const { result, omitted } = compactDataUrls<History>({
    runs: page.rows.map((run) => historyRow(run, owned.has(run.id))),
    total: newest.length,
    ...(page.next === undefined ? {} : { next_offset: page.next }),
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      shortenStrings(),
      dropRows("runs", {
        get: (whole) => whole.runs,
        keep: (whole, kept) => ({
          ...whole,
          runs: whole.runs.slice(0, kept),
          next_offset: page.offset + kept,
        }),
      }),
    ],
  });
}

function historyRow(run: RunRecord, isOwned: boolean): HistoryRow {
  const {
    record: _record,
    coverage: _coverage,
    next_since: _next,
    durable_sequence: _durable,
    environment: _environment,
    active_rules: _rules,
    masked: _masked,
    ...row
  } = run;
  return { ...row, is_owned: isOwned };
}
