import type { VNode } from "preact";
import { oneLine } from "../../model/visible.js";
import { cardsOf } from "../../model/widgets.js";
import { Facts } from "../../parts/Facts.js";

/** One card an object, its values by name. */
export function CardsWidget({ source }: { source: unknown }): VNode {
  const cards = cardsOf(source);
  if (cards.length === 0) return <p class="muted">No card.</p>;
  return (
    <ul class="cards">
      {cards.map(({ title, facts }, index) => (
        <li key={index} class="card">
          {title === "" ? null : <h4>{oneLine(title, 120)}</h4>}
          <Facts facts={facts} />
        </li>
      ))}
    </ul>
  );
}
