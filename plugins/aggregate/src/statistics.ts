import type { DurationStatistics } from "./generated/types.js";

/** The statistics of some durations in ms; undefined without any. Numbers keep two decimals. */
export function durationStatistics(durations: readonly number[]): DurationStatistics | undefined {
  const sorted = durations.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const total = sorted.reduce((sum, duration) => sum + duration, 0);
  return {
    min: round(sorted[0] ?? 0),
    mean: round(total / sorted.length),
    p50: round(nearestRank(sorted, 0.5)),
    p95: round(nearestRank(sorted, 0.95)),
    max: round(sorted.at(-1) ?? 0),
    total: round(total),
  };
}

/** The smallest value that at least this share of the sorted values does not exceed: always one that was seen. */
export function nearestRank(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
