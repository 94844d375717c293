import { type CompileOptions, tell } from "./CompileOptions.js";
import { type Kind, take } from "./Kind.js";

/**
 * Runs the taps of one `hook.call` and returns its result. An exception goes straight to the caller:
 * as in tapable, `call` tells the `error` interceptors nothing.
 */
export function callSync(
  kind: Kind,
  { taps, interceptors }: CompileOptions,
  values: unknown[],
): unknown {
  tell(interceptors, "call", ...values);
  for (const tap of taps) {
    tell(interceptors, "tap", tap);
    const { fn } = tap; // called bare, so that `this` is no tap
    const stop = take(kind, fn(...values), values);
    if (stop === undefined) continue;
    tell(interceptors, "result", stop);
    return stop;
  }
  if (kind !== "waterfall") {
    tell(interceptors, "done");
    return undefined;
  }
  tell(interceptors, "result", values[0]);
  return values[0];
}
