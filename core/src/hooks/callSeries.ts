import { type CompileOptions, tell } from "./CompileOptions.js";
import type { Ending } from "./Ending.js";
import { type Kind, take } from "./Kind.js";
import { runTap } from "./runTap.js";

/** Runs taps of all types one after the other. */
export function callSeries(
  kind: Kind,
  { taps, interceptors }: CompileOptions,
  values: unknown[],
  ending: Ending,
): void {
  tell(interceptors, "call", ...values);
  runFrom(0);

  /** Sync taps run in this loop, so that a thousand of them do not fill the stack. */
  function runFrom(first: number): void {
    let index = first;
    for (let tap = taps[index]; tap; tap = taps[index]) {
      index += 1;
      tell(interceptors, "tap", tap);
      if (tap.type !== "sync") {
        const next = index;
        runTap(tap, values, (failed, value) => {
          if (goesOn(failed, value)) runFrom(next);
        });
        return;
      }
      let isOver = true;
      runTap(tap, values, (failed, value) => {
        isOver = !goesOn(failed, value);
      });
      if (isOver) return;
    }
    finish();
  }

  function goesOn(failed: boolean, value: unknown): boolean {
    if (failed) {
      tell(interceptors, "error", value);
      ending.failed(value);
      return false;
    }
    const stop = take(kind, value, values);
    if (stop === undefined) return true;
    tell(interceptors, "result", stop);
    ending.ended(stop);
    return false;
  }

  function finish(): void {
    if (kind !== "waterfall") {
      tell(interceptors, "done");
      ending.done();
      return;
    }
    tell(interceptors, "result", values[0]);
    ending.ended(values[0]);
  }
}
