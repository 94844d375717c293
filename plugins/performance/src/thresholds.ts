import type { Metric } from "@bsk/schema";
import type { Threshold } from "./generated/types.js";

/** The field's own, by the 75th percentile of visits; one visit is rated by the same numbers. */
export const THRESHOLDS: readonly Threshold[] = [
  threshold("ttfb_ms", 800, 1800, "ttfb"),
  threshold("fcp_ms", 1800, 3000, "fcp"),
  threshold("lcp_ms", 2500, 4000, "lcp"),
  threshold("cls", 0.1, 0.25, "cls"),
  threshold("inp_ms", 200, 500, "inp"),
];

/** Undefined for what has no threshold. */
export function ratingOf(metric: string, value: number): Metric["rating"] {
  const found = THRESHOLDS.find((each) => each.metric === metric);
  if (!found) return undefined;
  if (value > found.poor_above) return "poor";
  return value > found.good_up_to ? "needs_improvement" : "good";
}

function threshold(metric: string, good: number, poor: number, article: string): Threshold {
  const source = `https://web.dev/articles/${article}`;
  return { metric, good_up_to: good, poor_above: poor, source };
}
