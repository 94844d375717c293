import type { ActionParams, ActionResults } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { associate, linkOperation } from "./associate.js";
import { fitBudget } from "./budget.js";
import { readEvidence } from "./readEvidence.js";
import { sincePage } from "./sincePage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/operations"];
type Result = ActionResults["debug/operations"];

/** What was done to the page, each with the ids of what its time holds. */
export async function listOperations(reader: EvidenceReader, params: Params): Promise<Result> {
  const evidence = await readEvidence(reader);
  const { run, operations } = evidence;
  const associations = associate(evidence);
  const page = sincePage(operations, params);
  const { result, omitted } = compactDataUrls<Omit<Result, "output">>({
    run,
    operations: page.rows.map((operation) =>
      linkOperation(operation, associations.get(operation.id)),
    ),
    total: operations.length,
    next_since: page.next,
    past_limit: page.left,
    truncated: page.left > 0 || run.counts.dropped_operations > 0,
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      dropRows("operations", {
        get: (whole) => whole.operations,
        keep: (whole, kept) => {
          const rows = whole.operations.slice(0, kept);
          return {
            ...whole,
            operations: rows,
            next_since: rows.at(-1)?.sequence ?? whole.next_since,
            past_limit: whole.past_limit + whole.operations.length - rows.length,
            truncated: true,
          };
        },
      }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}
