import type { ActionParams, ActionResults } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { fitBudget } from "./budget.js";
import { collect } from "./collect.js";
import { matchesFilter } from "./matchesFilter.js";
import { chosenFields, listRow } from "./requestRow.js";
import { sincePage } from "./sincePage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/requests"];
type Result = ActionResults["debug/requests"];

/** All traffic that matches, what changed last at the end. Bodies, headers and timing are read one by one. */
export async function listRequests(reader: EvidenceReader, params: Params): Promise<Result> {
  const fields = chosenFields(params.fields);
  const run = await reader.run();
  const all = await collect(reader.requests());
  const matching = all.filter((request) => matchesFilter(request, params));
  const page = sincePage(matching, params);
  const isEvicted = run.counts.dropped_requests > 0;
  const { result, omitted } = compactDataUrls({
    run,
    requests: page.rows.map((request) => listRow(request, fields)),
    matched: matching.length,
    total: all.length,
    next_since: page.next,
    truncated: page.left > 0 || isEvicted,
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      dropRows("requests", {
        get: ({ requests }) => requests,
        keep: (whole, kept) => {
          const requests = whole.requests.slice(0, kept);
          return {
            ...whole,
            requests,
            next_since: requests.at(-1)?.sequence ?? whole.next_since,
            truncated: true,
          };
        },
      }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}
