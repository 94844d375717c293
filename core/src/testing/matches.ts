/** A number with the most that it may be off: `"100±10"`. */
const TOLERANCE = /^(-?\d+(?:\.\d+)?)±(\d+(?:\.\d+)?)$/;

/**
 * What of `expected` does not hold in `actual`, one line each; empty: it matches. Objects match as a subset,
 * arrays entry by entry and in length, `"100±10"` any number that near.
 */
export function matches(expected: unknown, actual: unknown, path = ""): readonly string[] {
  if (Array.isArray(expected)) return matchArray(expected, actual, path);
  if (expected !== null && typeof expected === "object") return matchObject(expected, actual, path);
  const near = typeof expected === "string" ? TOLERANCE.exec(expected) : null;
  if (near && typeof actual === "number") {
    const off = Math.abs(actual - Number(near[1]));
    return off <= Number(near[2])
      ? []
      : [`${path || "/"}: expected ${String(expected)}, got ${actual}`];
  }
  return Object.is(expected, actual) ? [] : [difference(path, expected, actual)];
}

function matchArray(
  expected: readonly unknown[],
  actual: unknown,
  path: string,
): readonly string[] {
  if (!Array.isArray(actual)) return [difference(path, expected, actual)];
  if (actual.length !== expected.length) {
    return [`${path || "/"}: expected ${expected.length} entries, got ${actual.length}`];
  }
  return expected.flatMap((entry, index) => matches(entry, actual[index], `${path}/${index}`));
}

function matchObject(expected: object, actual: unknown, path: string): readonly string[] {
  if (actual === null || typeof actual !== "object" || Array.isArray(actual)) {
    return [difference(path, expected, actual)];
  }
  const found = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected).flatMap(([key, value]) =>
    matches(value, found.get(key), `${path}/${key}`),
  );
}

function difference(path: string, expected: unknown, actual: unknown): string {
  return `${path || "/"}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}
