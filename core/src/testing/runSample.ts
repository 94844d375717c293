import type { Recording } from "@bsk/schema";
import { Core } from "../Core.js";
import type { Plugin, PluginParams } from "../Plugin.js";
import { matches } from "./matches.js";
import { readerOf } from "./readerOf.js";

/** The three files of `test/samples/<case>/`, as they were parsed. */
export interface Sample {
  /** case.json */
  readonly case: { readonly description: string; readonly params: PluginParams };
  /** recording.json */
  readonly recording: Recording;
  /** report.json: what the report must hold, numbers as `"100±10"` where they may vary. */
  readonly report: unknown;
}

/** Runs an analyzer over a sample as `bsk debug` would. Returns what differs; empty: it is as expected. */
export async function runSample(plugin: Plugin, sample: Sample): Promise<readonly string[]> {
  const core = new Core([plugin]);
  const report = await core.analyze(
    plugin.manifest.name,
    sample.case.params,
    readerOf(sample.recording),
  );
  return matches(sample.report, report);
}
