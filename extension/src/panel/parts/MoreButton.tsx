import type { VNode } from "preact";

/** Rows that a long list shows at first, and more of at each push. */
export const PAGE_ROWS = 100;

/** So many rows, or the pages up to one at `place` (-1: none), which the address names. */
export function withPlace(shown: number, place: number): number {
  return Math.max(shown, Math.ceil((place + 1) / PAGE_ROWS) * PAGE_ROWS);
}

/** `Show 100 more of 1,900`; nothing when all is shown. */
export function MoreButton({
  shown,
  total,
  onMore,
}: {
  shown: number;
  total: number;
  onMore: () => void;
}): VNode | null {
  const left = total - shown;
  if (left <= 0) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      Show {Math.min(PAGE_ROWS, left)} more of {left.toLocaleString("en")}
    </button>
  );
}
