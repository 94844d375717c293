const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
]);

/** `500ms`, `2s`, `1.5s`, `1m` or bare milliseconds, in whole ms; undefined: not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  const factor = UNITS.get(unit);
  if (number === undefined || factor === undefined) return undefined;
  return Math.round(Number(number) * factor);
}
