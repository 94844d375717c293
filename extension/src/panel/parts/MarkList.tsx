import type { VNode } from "preact";
import type { Mark } from "../model/requests.js";
import { oneLine } from "../model/visible.js";

/** Small words behind a row. */
export function MarkList({ marks }: { marks: readonly Mark[] }): VNode | null {
  if (marks.length === 0) return null;
  return (
    <span class="marks">
      {marks.map(({ text, tone }) => (
        <span key={text} class={`mark ${tone}`}>
          {oneLine(text, 60)}
        </span>
      ))}
    </span>
  );
}
