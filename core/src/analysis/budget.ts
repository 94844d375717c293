import type { OutputNote } from "@bsk/schema";
import { errors } from "../errors.js";
import { printableJson } from "../printableJson.js";

export const DEFAULT_BUDGET: number = 65_536;

/** One way to make an answer smaller. Steps are tried in order until it fits. */
export interface TrimStep<R> {
  /** What `output.omitted` calls it. */
  readonly name: string;
  /** The smaller answer; undefined when this step has nothing to take. `fits` tells whether one is small enough. */
  apply(result: R, fits: (candidate: R) => boolean): R | undefined;
}

/** Bound of `omitted`; what is beyond it is summed up in the last name. */
const MAX_NAMES = 12;

const encoder = new TextEncoder();

/** Anything but what JSON prints as it is; most answers hold nothing else. */
const UNUSUAL = /[^\n -~]/;

/** Size of the answer as it is printed: pretty JSON, hidden characters spelled out, in UTF-8 bytes. */
export function sizeOf(value: unknown): number {
  const json = JSON.stringify(value, null, 2);
  return UNUSUAL.test(json) ? encoder.encode(printableJson(json)).length : json.length;
}

export interface FitOptions<R> {
  readonly budget: number | undefined;
  readonly steps: readonly TrimStep<R>[];
  /** Names of what was left out before. */
  readonly omitted?: readonly string[];
}

/** The answer within its budget, with a note of what it took. Throws `budget_too_small`. */
export function fitBudget<R extends object>(
  result: R,
  options: FitOptions<R>,
): R & { output: OutputNote } {
  const budget = options.budget ?? DEFAULT_BUDGET;
  const names = [...(options.omitted ?? [])];
  let current = result;
  const noted = (candidate: R, extra: readonly string[] = []): R & { output: OutputNote } => {
    const omitted = bounded([...names, ...extra]);
    return { ...candidate, output: { budget, truncated: omitted.length > 0, omitted } };
  };
  for (const step of options.steps) {
    if (sizeOf(noted(current)) <= budget) return noted(current);
    const smaller = step.apply(
      current,
      (candidate) => sizeOf(noted(candidate, [step.name])) <= budget,
    );
    if (smaller === undefined) continue;
    names.push(step.name);
    current = smaller;
  }
  if (sizeOf(noted(current)) <= budget) return noted(current);
  throw errors.budgetTooSmall(budget);
}

function bounded(names: readonly string[]): string[] {
  const once = [...new Set(names)];
  return once.length <= MAX_NAMES ? once : [...once.slice(0, MAX_NAMES - 1), "additional_fields"];
}
