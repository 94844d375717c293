import type { CompileOptions } from "./CompileOptions.js";
import { callSeries } from "./callSeries.js";
import { callSync } from "./callSync.js";
import { callbackEnding, type Ending, promiseEnding } from "./Ending.js";
import type { Kind } from "./Kind.js";

/** The function that tapable calls with the hook's arguments, and `callAsync`'s callback. */
type Call = (...given: unknown[]) => unknown;

/** Replaces tapable's `compile`: a closure over the taps instead of code from a string. */
export function compile(kind: Kind, options: CompileOptions): Call {
  // tapable adds later taps to the same arrays; a call that is running keeps those it began with.
  const now = {
    ...options,
    taps: [...options.taps],
    interceptors: [...options.interceptors],
  };
  const arity = options.args.length;
  const start = (values: unknown[], ending: Ending): void => callSeries(kind, now, values, ending);

  switch (options.type) {
    case "sync":
      return (...given) => callSync(kind, now, exactly(given, arity));
    case "async":
      return (...given) => {
        // tapable's signature puts the callback behind the hook's arguments.
        const callback = given[arity] as Parameters<typeof callbackEnding>[0];
        start(exactly(given, arity), callbackEnding(callback));
      };
    case "promise":
      return (...given) => promiseEnding((ending) => start(exactly(given, arity), ending));
  }
}

/** Exactly the hook's arguments: a missing one is undefined, an extra one is dropped. */
function exactly(given: unknown[], arity: number): unknown[] {
  if (given.length === arity) return given;
  if (given.length > arity) return given.slice(0, arity);
  return Array.from({ length: arity }, (_, index) => given[index]);
}
