import { table } from "@bsk/core";
import type { ActionResults, TabInfo } from "@bsk/schema";
import type { FormatContext } from "./FormatContext.js";
import { endedLines } from "./page.js";
import { cutMiddle, quote } from "./shorten.js";

function tabRows(tabs: readonly TabInfo[]): string[] {
  return table(
    tabs.map((tab) => [
      String(tab.tab_id),
      tab.active ? "active" : "-",
      tab.origin ?? "-",
      cutMiddle(tab.url, 90),
      [
        tab.title === undefined ? "" : quote(tab.title, 50),
        tab.capturing === undefined ? "" : `capturing ${tab.capturing}`,
      ]
        .filter(Boolean)
        .join("  "),
    ]),
  );
}

export function formatTabList({ tabs }: ActionResults["tab/list"]): string {
  return tabs.length === 0 ? "0 tabs" : tabRows(tabs).join("\n");
}

export function formatTabCreate({ tab }: ActionResults["tab/create"]): string {
  return tabRows([tab]).join("\n");
}

export function formatTabSelect({ tab }: ActionResults["tab/select"]): string {
  return tabRows([tab]).join("\n");
}

const CONFIRMED: Readonly<Record<ActionResults["tab/borrow"]["confirmed"], string>> = {
  once: "allowed by the person, this time",
  session: "allowed by the person, for this session",
  earlier: "allowed by the person earlier in this session",
  managed: "not asked: bsk started this browser",
};

export function formatTabBorrow({ tab, confirmed }: ActionResults["tab/borrow"]): string {
  return [...tabRows([tab]), CONFIRMED[confirmed]].join("\n");
}

export function formatTabReturn(result: ActionResults["tab/return"]): string {
  const { returned, window_id: window, not_restored: lost, released_run_ids: runs = [] } = result;
  const gone = lost.length === 0 ? "" : `; gone meanwhile: its ${lost.join(" and its ")}`;
  return [
    `returned ${returned} to window ${window}${gone}`,
    ...runs.map((id) => `run ${id} saved, for the person alone: this session reads it no more`),
  ].join("\n");
}

export function formatTabClose(
  { closed, ended_tab_ids }: ActionResults["tab/close"],
  context: FormatContext,
): string {
  return [`closed ${closed}`, ...endedLines(ended_tab_ids, context)].join("\n");
}
