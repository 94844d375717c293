import type { VNode } from "preact";
import type { Widget } from "../../messages.js";
import { visible } from "../../model/visible.js";
import { CardsWidget } from "./CardsWidget.js";
import { SeriesWidget } from "./SeriesWidget.js";
import { TableWidget } from "./TableWidget.js";
import { TimelineWidget } from "./TimelineWidget.js";

/** One widget of a plugin's view over the part of the report that it names. */
export function WidgetView({ widget, source }: { widget: Widget; source: unknown }): VNode {
  return (
    <section class="widget" aria-label={widget.title}>
      <h3>{visible(widget.title)}</h3>
      {source === undefined ? (
        <p class="muted">The report has nothing here.</p>
      ) : (
        <Drawn widget={widget} source={source} />
      )}
    </section>
  );
}

function Drawn({ widget, source }: { widget: Widget; source: unknown }): VNode {
  const { kind, title, columns } = widget;
  switch (kind) {
    case "table":
      return <TableWidget title={title} source={source} {...(columns ? { columns } : {})} />;
    case "series":
      return <SeriesWidget title={title} source={source} />;
    case "timeline":
      return <TimelineWidget source={source} />;
    case "cards":
      return <CardsWidget source={source} />;
  }
}
