import { absentField, shortId } from "@bsk/core";
import type { FieldChain, FieldValue } from "@bsk/schema";
import type { VNode } from "preact";
import { oneLine } from "../model/visible.js";

/** Each field from what the page showed to what was sent and what came back. */
export function FieldChains({ chains }: { chains: readonly FieldChain[] }): VNode | null {
  if (chains.length === 0) return null;
  return (
    <>
      <h3 id="fields">Fields</h3>
      <section class="scroll" aria-labelledby="fields">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
        <div tabIndex={0} class="scroll-inner">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">Then</th>
                <th scope="col">Submitted</th>
                <th scope="col">Response</th>
                <th scope="col">Later</th>
              </tr>
            </thead>
            <tbody>
              {chains.map((chain) => (
                <tr key={chain.key}>
                  <th scope="row">{oneLine(chain.name ?? chain.label, 80)}</th>
                  <td>{valueText(chain.before)}</td>
                  <td>{valueText(chain.input)}</td>
                  <td>{listText(chain.submitted)}</td>
                  <td>{listText(chain.response)}</td>
                  <td>{valueText(chain.later)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

/** A value in quotes, or the state that says why there is none. */
function valueText(field: FieldValue): string {
  const absent = absentField(field);
  if (absent !== undefined) return oneLine(absent, 240);
  const { state, value, source, pointer } = field;
  const told = value === undefined ? state : `"${oneLine(value, 120)}"`;
  const note = value !== undefined && state !== "available" ? ` ${state}` : "";
  const from = source === undefined || pointer === undefined ? "" : ` (${shortId(source)})`;
  return `${told}${note}${from}`;
}

function listText(values: readonly FieldValue[]): string {
  return values.length === 0 ? "–" : values.map(valueText).join(", ");
}
