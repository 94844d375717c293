/** What a hook does with a tap's result: nothing, end the call, or hand it to the next tap. */
export type Kind = "series" | "bail" | "waterfall";

/** Takes a result in. What it returns, unless undefined, ends the call. */
export function take(kind: Kind, result: unknown, values: unknown[]): unknown {
  if (kind === "bail") return result;
  if (kind === "waterfall" && result !== undefined) values[0] = result;
  return undefined;
}
