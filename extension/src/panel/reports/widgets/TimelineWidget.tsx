import type { VNode } from "preact";
import { oneLine } from "../../model/visible.js";
import { momentsOf } from "../../model/widgets.js";

/** What happened when, in order. */
export function TimelineWidget({ source }: { source: unknown }): VNode {
  const moments = momentsOf(source);
  if (moments.length === 0) return <p class="muted">No moment.</p>;
  return (
    <ol class="moments">
      {moments.map(({ time, text, length }, index) => (
        <li key={index}>
          <span class="muted">{time}</span> {oneLine(text)} <span class="muted">{length}</span>
        </li>
      ))}
    </ol>
  );
}
