/** A layout shift as the page's own observer was told of it. */
export interface Shift {
  readonly at: number;
  readonly value: number;
  readonly isByInput: boolean;
}

/** The largest sum of shifts in one window. */
export function largestWindow(
  shifts: readonly Shift[],
  { gapMs = 1000, spanMs = 5000 }: { readonly gapMs?: number; readonly spanMs?: number } = {},
): number {
  let [startAt, lastAt, sum, largest] = [0, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { at, value } of shifts) {
    const isNext = at - lastAt >= gapMs || at - startAt >= spanMs;
    if (isNext) [startAt, sum] = [at, 0];
    [lastAt, sum] = [at, sum + value];
    largest = Math.max(largest, sum);
  }
  return largest;
}
