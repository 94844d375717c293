import { shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { marksOf } from "../model/requests.js";
import { visible } from "../model/visible.js";
import { MarkList } from "../parts/MarkList.js";
import { Tabs } from "../parts/Tabs.js";
import type { RunStore } from "../state/RunStore.js";
import { go } from "../state/route.js";
import { BodyView } from "./BodyView.js";
import { HeadersView } from "./HeadersView.js";
import { MetadataView } from "./MetadataView.js";
import { PinButton } from "./PinButton.js";
import { RequestActions } from "./RequestActions.js";
import { TimingView } from "./TimingView.js";

const PARTS = [
  { name: "metadata", label: "Metadata" },
  { name: "request", label: "Request" },
  { name: "response", label: "Response" },
  { name: "headers", label: "Headers" },
  { name: "timing", label: "Timing" },
] as const;
type Part = (typeof PARTS)[number]["name"];

/** One request with all that is kept of it. */
export function RequestDetail({ store, row }: { store: RunStore; row: RequestRow }): VNode {
  const part = useSignal<Part>("metadata");
  return (
    <section class="detail" aria-label={`Request ${shortId(row.id)}`}>
      <div class="detail-head">
        <h2>
          {shortId(row.id)} {visible(row.method)}
        </h2>
        <div class="buttons">
          <PinButton store={store} row={row} />
          <button type="button" onClick={() => go({ id: undefined })}>
            Close
          </button>
        </div>
      </div>
      <p class="url">{visible(row.url)}</p>
      <MarkList marks={marksOf(row)} />
      <RequestActions store={store} row={row} />
      <Tabs
        prefix="request"
        label="Parts of the request"
        tabs={PARTS}
        active={part.value}
        onSelect={(name) => {
          part.value = name;
        }}
      >
        <PartView store={store} row={row} part={part.value} />
      </Tabs>
    </section>
  );
}

function PartView({ store, row, part }: { store: RunStore; row: RequestRow; part: Part }): VNode {
  switch (part) {
    case "metadata":
      return <MetadataView store={store} row={row} />;
    case "request":
    case "response":
      return <BodyView key={part} store={store} row={row} part={part} />;
    case "headers":
      return <HeadersView store={store} row={row} />;
    case "timing":
      return <TimingView store={store} row={row} />;
  }
}
