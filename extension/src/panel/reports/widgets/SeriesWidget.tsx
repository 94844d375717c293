import type { VNode } from "preact";
import { pointsOf } from "../../model/widgets.js";

const WIDTH = 600;
const HEIGHT = 120;

/** Numbers as a line, its range in words. */
export function SeriesWidget({ title, source }: { title: string; source: unknown }): VNode {
  const points = pointsOf(source);
  if (points.length === 0) return <p class="muted">No value.</p>;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const place = (value: number, from: number, to: number): number =>
    to === from ? 0.5 : (value - from) / (to - from);
  const line = points
    .map(({ x, y }) => {
      const across = place(x, left, right) * WIDTH;
      const down = HEIGHT - place(y, low, high) * HEIGHT;
      return `${across.toFixed(1)},${down.toFixed(1)}`;
    })
    .join(" ");
  const words = `${points.length} values from ${low} to ${high}`;
  return (
    <figure class="series">
      <svg
        viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
        role="img"
        aria-label={`${title}: ${words}`}
        preserveAspectRatio="none"
      >
        <polyline points={line} />
      </svg>
      <figcaption class="muted">{words}</figcaption>
    </figure>
  );
}
