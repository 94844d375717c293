import type { ActionResults, TabInfo } from "@bsk/schema";
import { cutMiddle, quote } from "./shorten.js";
import { table } from "./table.js";

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

export function formatTabClose({ closed }: ActionResults["tab/close"]): string {
  return `closed ${closed}`;
}
