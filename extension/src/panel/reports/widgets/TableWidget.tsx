import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { visible } from "../../model/visible.js";
import { nameOf, tableOf } from "../../model/widgets.js";
import { MoreButton, PAGE_ROWS } from "../../parts/MoreButton.js";

/** A list of records as a table. */
export function TableWidget({
  title,
  source,
  columns,
}: {
  title: string;
  source: unknown;
  columns?: readonly string[];
}): VNode {
  const limit = useSignal(PAGE_ROWS);
  const table = tableOf(source, { ...(columns ? { columns } : {}), limit: limit.value });
  if (table.rows.length === 0) return <p class="muted">No row.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section class="scroll-inner" tabIndex={0} aria-label={`Table: ${title}`}>
        <table>
          <thead>
            <tr>
              {table.columns.map((name, at) => (
                <th key={name} scope="col" class={table.rows[0]?.[at]?.isNumber ? "number" : ""}>
                  {visible(nameOf(name))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells, index) => (
              <tr key={index}>
                {cells.map(({ text, isNumber }, at) => (
                  <td key={table.columns[at]} class={isNumber ? "number" : ""}>
                    {visible(text)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <MoreButton
        shown={table.rows.length}
        total={table.rows.length + table.more}
        onMore={() => {
          limit.value += PAGE_ROWS;
        }}
      />
    </>
  );
}
