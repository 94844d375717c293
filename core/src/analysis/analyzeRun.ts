import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Core } from "../Core.js";
import type { EvidenceReader } from "../EvidenceReader.js";
import { fitBudget, type TrimStep } from "./budget.js";
import { compactDataUrls, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/analyze"];
type Result = ActionResults["debug/analyze"];
type Answer = Omit<Result, "output">;

/** Runs one analyzer and fits its report. A report's longest list is cut at the end, its `next_offset` set to go on. */
export async function analyzeRun(
  core: Pick<Core, "analyze">,
  reader: EvidenceReader,
  params: Params,
): Promise<Result> {
  const report = await core.analyze(params.name, params.params, reader);
  return fitReport({ run: await reader.run(), report: { ...report } }, params);
}

/** A plugin's answer within its budget. Throws `budget_too_small`. */
export function fitReport(
  answer: Answer,
  { params, budget }: Pick<Params, "params" | "budget">,
): Result {
  const offset = params.offset;
  const { result, omitted } = compactDataUrls<Answer>(answer);
  return fitBudget(result, {
    budget,
    omitted,
    steps: [
      dropReportRows(typeof offset === "number" ? offset : 0),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}

function dropReportRows(offset: number): TrimStep<Answer> {
  return {
    name: "report.rows",
    apply(result, fits) {
      const list = longestList(result.report);
      if (!list || list.rows.length <= 1) return undefined;
      const keep = (kept: number): Answer => ({
        ...result,
        report: {
          ...result.report,
          [list.name]: list.rows.slice(0, kept),
          next_offset: offset + kept,
        },
      });
      let low = 1;
      let high = list.rows.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (fits(keep(middle))) low = middle;
        else high = middle - 1;
      }
      return keep(low);
    },
  };
}

function longestList(
  report: Answer["report"],
): { readonly name: string; readonly rows: readonly unknown[] } | undefined {
  const lists = Object.entries(report).flatMap(([name, rows]) =>
    Array.isArray(rows) ? [{ name, rows: rows as readonly unknown[] }] : [],
  );
  return lists.sort((a, b) => JSON.stringify(b.rows).length - JSON.stringify(a.rows).length)[0];
}
