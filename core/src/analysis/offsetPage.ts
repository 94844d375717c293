/** One page of a list that is read by position. */
export interface OffsetPage<T> {
  readonly rows: readonly T[];
  readonly offset: number;
  /** Where to read on; undefined at the end. */
  readonly next: number | undefined;
}

/** Without a limit: all that is behind the offset. */
export function offsetPage<T>(
  all: readonly T[],
  { offset = 0, limit }: { readonly offset?: number; readonly limit?: number },
): OffsetPage<T> {
  const rows = all.slice(offset, limit === undefined ? undefined : offset + limit);
  const end = offset + rows.length;
  return { rows, offset, next: end < all.length ? end : undefined };
}
