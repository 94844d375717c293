import type { Timing } from "@bsk/schema";

/** `send start` and its like with milliseconds since the request began, in order of time. */
export function phasesOf(timing: Timing): readonly (readonly [name: string, ms: number])[] {
  return Object.entries(timing)
    .filter(([name, ms]) => name !== "request_time_s" && ms >= 0) // -1: the phase did not happen
    .filter(([name, ms]) => !(name.startsWith("push") && ms === 0)) // 0: no push
    .sort(([, a], [, b]) => a - b)
    .map(([name, ms]) => [wordsOf(name), Math.round(ms * 100) / 100] as const);
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
