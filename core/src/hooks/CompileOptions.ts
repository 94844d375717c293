/** A tap as tapable keeps it. */
export interface Tap {
  readonly name: string;
  readonly type: "sync" | "async" | "promise";
  readonly fn: (...values: unknown[]) => unknown;
}

type Moment = "call" | "tap" | "error" | "result" | "done";

/** An interceptor as tapable keeps it; `register` never reaches `compile`. */
export type Interceptor = { readonly [M in Moment]?: (...values: unknown[]) => void };

/** What tapable hands to a hook's `compile`, once after every `tap` or `intercept`. */
export interface CompileOptions {
  readonly taps: readonly Tap[];
  readonly interceptors: readonly Interceptor[];
  readonly args: readonly string[];
  readonly type: "sync" | "async" | "promise";
}

/** Tells the interceptors that listen at this moment, in the order they were added. */
export function tell(
  interceptors: readonly Interceptor[],
  moment: Moment,
  ...values: unknown[]
): void {
  for (const interceptor of interceptors) interceptor[moment]?.(...values);
}
