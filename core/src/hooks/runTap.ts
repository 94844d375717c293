import type { Tap } from "./CompileOptions.js";

/** How a tap reports: once, or more often where the tap's author made a mistake. */
export type Settle = (failed: boolean, value: unknown) => void;

/** Runs one tap. What it throws goes to `settle` from a sync tap, and to the caller from others. */
export function runTap({ type, fn }: Tap, values: readonly unknown[], settle: Settle): void {
  if (type === "sync") runSync(fn, values, settle);
  else if (type === "async") runAsync(fn, values, settle);
  else runPromise(fn, values, settle);
}

function runSync(fn: Tap["fn"], values: readonly unknown[], settle: Settle): void {
  let result: unknown;
  try {
    result = fn(...values);
  } catch (error) {
    settle(true, error);
    return;
  }
  settle(false, result);
}

function runAsync(fn: Tap["fn"], values: readonly unknown[], settle: Settle): void {
  fn(...values, (error: unknown, result: unknown) => {
    if (error) settle(true, error);
    else settle(false, result);
  });
}

function runPromise(fn: Tap["fn"], values: readonly unknown[], settle: Settle): void {
  const promise = fn(...values);
  if (!isThenable(promise)) {
    throw new Error(`Tap function (tapPromise) did not return promise (returned ${promise})`);
  }
  let isFulfilled = false;
  promise.then(
    (result) => {
      isFulfilled = true;
      settle(false, result);
    },
    (error) => {
      if (isFulfilled) throw error;
      settle(true, error || new Error(`Tap function (tapPromise) rejects "${error}" value`));
    },
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  // The assertion only opens the value for the look that decides what it is.
  return Boolean(value) && Boolean((value as { readonly then?: unknown }).then);
}
