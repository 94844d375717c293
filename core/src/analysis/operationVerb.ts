import type { OperationRecord } from "@bsk/schema";

const TIMES: ReadonlyMap<number, string> = new Map([
  [2, "double"],
  [3, "triple"],
]);

/** What was done, in words: `click`, `double-click`, `Control+right-click`, `hard reload`, `fill behind`. */
export function operationVerb({
  method,
  how = {},
}: Pick<OperationRecord, "method" | "how">): string {
  const { button = "left", click_count: clicks = 1, modifiers = [], no_clear, hard } = how;
  const kind = [button === "left" ? undefined : button, TIMES.get(clicks)].filter(Boolean);
  const verb = [...kind, method].join("-");
  const held = method === "press" ? [] : modifiers; // its key is named with them
  const words = [...held, verb].join("+");
  if (hard) return `hard ${words}`;
  return no_clear ? `${words} behind` : words;
}
