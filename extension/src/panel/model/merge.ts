export interface Versioned {
  readonly id: string;
  readonly sequence: number;
}

/** The rows with newer versions in their place; the same map when nothing is new. */
export function mergeRows<T extends Versioned>(
  known: ReadonlyMap<string, T>,
  rows: readonly T[],
): ReadonlyMap<string, T> {
  const newer = rows.filter(({ id, sequence }) => (known.get(id)?.sequence ?? 0) < sequence);
  if (newer.length === 0) return known;
  const merged = new Map(known);
  for (const row of newer) merged.set(row.id, row);
  return merged;
}
