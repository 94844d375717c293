/** One page of a list that is read by `since`: what changed after a sequence, lowest first. */
export interface SincePage<T> {
  readonly rows: readonly T[];
  readonly next: number;
  /** Rows behind this page, as they are now. */
  readonly left: number;
}

export const DEFAULT_LIMIT: number = 30;

/** Sorted by sequence, so that a record that changes later comes again and none is passed over. */
export function sincePage<T extends { readonly sequence: number }>(
  all: readonly T[],
  { since = 0, limit = DEFAULT_LIMIT }: { readonly since?: number; readonly limit?: number },
): SincePage<T> {
  const after = all
    .filter(({ sequence }) => sequence > since)
    .sort((a, b) => a.sequence - b.sequence);
  const rows = after.slice(0, limit);
  return { rows, next: rows.at(-1)?.sequence ?? since, left: after.length - rows.length };
}
