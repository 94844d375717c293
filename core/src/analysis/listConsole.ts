import type { ActionParams, ActionResults } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { fitBudget } from "./budget.js";
import { collect } from "./collect.js";
import { offsetPage } from "./offsetPage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/console"];
type Result = ActionResults["debug/console"];

/** Console messages, uncaught exceptions and browser entries in browser time. */
export async function listConsole(reader: EvidenceReader, params: Params): Promise<Result> {
  const run = await reader.run();
  const all = await collect(reader.console());
  const matching =
    params.level === undefined ? all : all.filter(({ level }) => level === params.level);
  const page = offsetPage(matching, params);
  const { result, omitted } = compactDataUrls<Omit<Result, "output">>({
    run,
    console: [...page.rows],
    total: matching.length,
    ...(page.next === undefined ? {} : { next_offset: page.next }),
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      dropRows("console", {
        get: (whole) => whole.console,
        keep: (whole, kept) => ({
          ...whole,
          console: whole.console.slice(0, kept),
          next_offset: page.offset + kept,
        }),
      }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}
