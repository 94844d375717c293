import type { Metric, VisitRecord } from "@bsk/schema";
import { duration } from "./units.js";

export interface MetricCard {
  readonly name: string;
  /** Undefined: there is no value, and the note says why. */
  readonly value: string | undefined;
  readonly rating: string | undefined;
  readonly note: string;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["ttfb", "Time to first byte"],
  ["fcp", "First contentful paint"],
  ["lcp", "Largest contentful paint"],
  ["cls", "Cumulative layout shift"],
  ["inp", "Interaction to next paint"],
  ["dom_content_loaded", "DOM content loaded"],
  ["load", "Load event"],
  ["long_tasks", "Long tasks"],
]);

/** Each metric of a visit with its state; a value is never made up. */
export function metricCards({ metrics }: VisitRecord): readonly MetricCard[] {
  return Object.entries(metrics).map(([key, metric]) => ({
    name: nameOf(key),
    value: metric.value === undefined ? undefined : shownValue(key, metric.value),
    rating: metric.rating?.replaceAll("_", " "),
    note: noteOf(metric),
  }));
}

function nameOf(key: string): string {
  const bare = key.toLowerCase().replace(/_ms$/, "");
  const words = bare.replaceAll("_", " ");
  return NAMES.get(bare) ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

function shownValue(key: string, value: number): string {
  const name = key.toLowerCase();
  if (name === "cls") return value.toFixed(3);
  const isCount = name.endsWith("count") || name.endsWith("_tasks");
  return isCount ? String(value) : duration(value);
}

function noteOf({ state, reasons }: Metric): string {
  const why = reasons.map((reason) => reason.replaceAll("_", " ")).join(", ");
  return why === "" ? state : `${state}: ${why}`;
}
