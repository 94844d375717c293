import type { Check, Core, Plugin, PluginManifest, PluginReport } from "@bsk/core";
import { duplicates } from "./duplicates.js";
import { format } from "./format.js";
import { PARAMS, RESULT } from "./generated/schemas.js";
import type { DuplicatesParams, DuplicatesReport } from "./generated/types.js";
import { validateDuplicatesParams, validateDuplicatesReport } from "./generated/validators.js";

/** Finds equal requests that started close to each other: suspected duplicates. */
export class DuplicatesPlugin implements Plugin {
  readonly manifest: PluginManifest = {
    name: "duplicates",
    summary: "Find equal requests that started close to each other.",
    description:
      "Equal are method, retained URL, complete retained body, frame and document; headers are not compared. What " +
      "was masked, cut or not retained cannot be compared and is counted. Polling, retries and deliberate " +
      "repetition look the same: a group is no proof of a defect.",
    examples: ["bsk debug duplicates --session abcd --window-ms 1000"],
    api: 1,
    params: PARAMS,
    result: RESULT,
    reads: ["run", "requests", "bodies", "operations"],
    live: false,
    format: (report) => format(report as unknown as DuplicatesReport), // core validated it as its result
    view: {
      widgets: [
        {
          kind: "table",
          source: "/duplicates",
          title: "Equal requests",
          columns: ["method", "url", "count", "overlap_count", "possible_retry", "request_ids"],
        },
      ],
    },
  };

  readonly validators: { readonly params: Check; readonly result: Check } = {
    params: validateDuplicatesParams,
    result: validateDuplicatesReport,
  };

  apply(core: Core): void {
    core.hooks.analyze
      .for(this.manifest.name)
      .tapPromise(this.manifest.name, async (params, reader) => {
        // Core validated the parameters by this plugin's own schema.
        const report: PluginReport = { ...(await duplicates(reader, params as DuplicatesParams)) };
        return report;
      });
  }
}
