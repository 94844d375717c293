import type { Check, Core, Plugin, PluginManifest, PluginReport } from "@bsk/core";
import { aggregate } from "./aggregate.js";
import { format } from "./format.js";
import { PARAMS, RESULT } from "./generated/schemas.js";
import type { AggregateParams, AggregateReport } from "./generated/types.js";
import { validateAggregateParams, validateAggregateReport } from "./generated/validators.js";

/** Groups the requests of a run by method and path: calls, errors, durations. */
export class AggregatePlugin implements Plugin {
  readonly manifest: PluginManifest = {
    name: "aggregate",
    summary: "Group requests by method and path: calls, errors, durations.",
    description:
      "Groups by method, origin and path over retained evidence; query values are combined. Business requests by " +
      "default, without those that a rule or a replay touched. HTTP 200 does not prove that the business succeeded.",
    examples: ["bsk debug aggregate --session abcd --url /api/ --slow-ms 1000"],
    api: 1,
    params: PARAMS,
    result: RESULT,
    reads: ["run", "requests"],
    live: false,
    format: (report) => format(report as unknown as AggregateReport), // core validated it as its result
    view: {
      widgets: [
        {
          kind: "table",
          source: "/aggregates",
          title: "Endpoints",
          columns: ["method", "endpoint", "count", "failed", "http_errors", "slow", "duration_ms"],
        },
      ],
    },
  };

  readonly validators: { readonly params: Check; readonly result: Check } = {
    params: validateAggregateParams,
    result: validateAggregateReport,
  };

  apply(core: Core): void {
    core.hooks.analyze
      .for(this.manifest.name)
      .tapPromise(this.manifest.name, async (params, reader) => {
        // Core validated the parameters by this plugin's own schema.
        const report: PluginReport = { ...(await aggregate(reader, params as AggregateParams)) };
        return report;
      });
  }
}
