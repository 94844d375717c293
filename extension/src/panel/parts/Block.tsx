import type { VNode } from "preact";
import { visible } from "../model/visible.js";

/** Captured text as it is, in a box that scrolls and can be reached by keyboard. */
export function Block({ text, label }: { text: string; label: string }): VNode {
  return (
    <section class="block-box" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <pre class="block" tabIndex={0}>
        {visible(text)}
      </pre>
    </section>
  );
}
