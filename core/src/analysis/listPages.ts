import type { ActionParams, ActionResults, PageRecord } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { fitBudget } from "./budget.js";
import { collect } from "./collect.js";
import { offsetPage } from "./offsetPage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/pages"];
type Result = ActionResults["debug/pages"];

/** Page loads with text and fields; with `all`, every observation of an operation too. */
export async function listPages(reader: EvidenceReader, params: Params): Promise<Result> {
  const run = await reader.run();
  const every = await collect(reader.pages());
  const pages = params.all ? every : every.filter(isLoad);
  const page = offsetPage(pages, params);
  const { result, omitted } = compactDataUrls<Omit<Result, "output">>({
    run,
    pages: [...page.rows],
    total: pages.length,
    ...(page.next === undefined ? {} : { next_offset: page.next }),
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      dropRows("pages", {
        get: (whole) => whole.pages,
        keep: (whole, kept) => ({
          ...whole,
          pages: whole.pages.slice(0, kept),
          next_offset: page.offset + kept,
        }),
      }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}

/** A record without a cause is from a recording that kept loads only. */
export function isLoad({ cause = "load" }: PageRecord): boolean {
  return cause === "load";
}
