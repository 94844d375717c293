import type { CaptureContext, Check, Core, Plugin, PluginManifest, PluginReport } from "@bsk/core";
import { format } from "./format.js";
import { PARAMS, RESULT } from "./generated/schemas.js";
import type { PerformanceParams, PerformanceReport } from "./generated/types.js";
import { validatePerformanceParams, validatePerformanceReport } from "./generated/validators.js";
import { performance } from "./performance.js";
import { VisitLog } from "./VisitLog.js";

const DIALOG_EVENTS: ReadonlySet<string> = new Set([
  "Page.javascriptDialogOpening",
  "Page.javascriptDialogClosed",
]);

/** Keeps what the observer measured of each visit, and tells it. */
export class PerformancePlugin implements Plugin {
  readonly manifest: PluginManifest = {
    name: "performance",
    summary: "Show what each visit cost: TTFB, FCP, LCP, CLS, INP, long tasks.",
    description:
      "Measured in the main frame by web-vitals' definitions; each value with its state, and what it is made of. A " +
      "new visit begins with each document, when it comes back from the back/forward cache, and at a soft " +
      "navigation. Start the capture before the page loads: what was late is partial. Nothing is reloaded.",
    examples: ["bsk debug performance --session abcd"],
    api: 1,
    params: PARAMS,
    result: RESULT,
    reads: ["run", "visits"],
    live: false,
    format: (report) => format(report as unknown as PerformanceReport), // core validated it as its result
    view: {
      widgets: [
        {
          kind: "table",
          source: "/performance",
          title: "Visits",
          columns: ["id", "navigation", "url", "state", "metrics"],
        },
      ],
    },
  };

  readonly validators: { readonly params: Check; readonly result: Check } = {
    params: validatePerformanceParams,
    result: validatePerformanceReport,
  };

  readonly #logs = new WeakMap<CaptureContext, VisitLog>();

  apply(core: Core): void {
    const { name } = this.manifest;
    core.hooks.cdpEvent.tap(name, (event, context) => {
      if (DIALOG_EVENTS.has(event.method)) this.#logOf(context).sees(event);
    });
    core.hooks.observed.tap(name, ({ visit }, context) => {
      if (visit) this.#logOf(context).heard(visit);
    });
    core.hooks.beforeRead.tapPromise(name, async (evidence, context) => {
      if (evidence.includes("visits")) await this.#logOf(context).refresh();
    });
    core.hooks.captureStopping.tapPromise(name, (context) => this.#logOf(context).stop());
    core.hooks.analyze.for(name).tapPromise(name, async (params, reader) => {
      // Core validated the parameters by this plugin's own schema.
      const report: PluginReport = { ...(await performance(reader, params as PerformanceParams)) };
      return report;
    });
  }

  #logOf(context: CaptureContext): VisitLog {
    const known = this.#logs.get(context);
    if (known) return known;
    const log = new VisitLog(context);
    this.#logs.set(context, log);
    return log;
  }
}
