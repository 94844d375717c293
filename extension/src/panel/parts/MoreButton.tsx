import type { VNode } from "preact";

/** Rows that a long list shows at first, and more of at each push. */
export const PAGE_ROWS = 100;

/** `Show 100 more of 1,900`; nothing when all is shown. */
export function MoreButton({
  shown,
  total,
  step = PAGE_ROWS,
  onMore,
}: {
  shown: number;
  total: number;
  step?: number;
  onMore: () => void;
}): VNode | null {
  const left = total - shown;
  if (left <= 0) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      Show {Math.min(step, left)} more of {left.toLocaleString("en")}
    </button>
  );
}
