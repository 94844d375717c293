import { type CompileOptions, tell } from "./CompileOptions.js";
import { callSeries } from "./callSeries.js";
import type { Ending } from "./Ending.js";
import { runTap } from "./runTap.js";

/** Starts all taps, and ends when the last one has answered or the first one has failed. */
export function callParallel(options: CompileOptions, values: unknown[], ending: Ending): void {
  const { taps, interceptors } = options;
  if (taps.length <= 1) {
    callSeries("series", options, values, ending);
    return;
  }

  tell(interceptors, "call", ...values);
  let left = taps.length;
  for (const tap of taps) {
    if (left <= 0) return;
    tell(interceptors, "tap", tap);
    runTap(tap, values, (failed, value) => {
      if (failed) fail(value);
      else succeed();
    });
  }

  function fail(error: unknown): void {
    if (left <= 0) return;
    tell(interceptors, "error", error);
    ending.failed(error);
    left = 0;
  }

  function succeed(): void {
    left -= 1;
    if (left !== 0) return;
    tell(interceptors, "done");
    ending.done();
  }
}
