import type { VNode } from "preact";
import { HistoryView } from "./history/HistoryView.js";
import { RecordView } from "./record/RecordView.js";
import { addressOf, go, route } from "./state/route.js";

const HISTORY = { run: undefined, tab: "requests", id: undefined } as const;

/** The evidence page: the history, or one run. */
export function App(): VNode {
  const { run } = route.value;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
    event.preventDefault();
    go(HISTORY);
  };
  return (
    <>
      <header class="top">
        <p class="brand">bsk</p>
        <nav aria-label="Pages">
          <a
            href={addressOf(HISTORY)}
            aria-current={run === undefined ? "page" : undefined}
            onClick={open}
          >
            History
          </a>
        </nav>
      </header>
      <main>{run === undefined ? <HistoryView /> : <RecordView key={run} runId={run} />}</main>
    </>
  );
}
