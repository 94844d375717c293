/** `64B`, `1.2K`, `3.4M`; unknown is `-`. */
export function bytes(value: number | undefined): string {
  if (value === undefined) return "-";
  if (value < 1000) return `${Math.round(value)}B`;
  const kilo = value / 1024;
  return kilo < 1000 ? `${kilo.toFixed(1)}K` : `${(kilo / 1024).toFixed(1)}M`;
}

/** Epoch ms as local `12:04:31.220`. */
export function clock(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, "0");
  const ms = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** Epoch ms as local `2026-01-15`. */
export function day(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A span of ms as `12s`. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)}s`;
}
