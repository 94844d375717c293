import type { VNode } from "preact";
import { visible } from "../model/visible.js";

/** Names with their values; a value that is undefined is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string | undefined])[];
}): VNode {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
