import { ID_LETTERS } from "@bsk/core";
import { type ReadonlySignal, signal } from "@preact/signals";

export const TABS = [
  "requests",
  "operations",
  "console",
  "pages",
  "performance",
  "analysis",
  "rules",
  "reports",
] as const;
export type TabName = (typeof TABS)[number];

/** What the page shows, as its address says: `panel.html?run=d…&tab=requests&id=n12`. */
export interface Route {
  /** Undefined: the history. */
  readonly run: string | undefined;
  readonly tab: TabName;
  /** The short id of the record that is open. */
  readonly id: string | undefined;
}

/** Where records of a kind are shown, by the letter of their ids. */
const TAB_OF_LETTER: ReadonlyMap<string, TabName> = new Map([
  [ID_LETTERS.request, "requests"],
  [ID_LETTERS.operation, "operations"],
  [ID_LETTERS.console, "console"],
  [ID_LETTERS.page, "pages"],
  [ID_LETTERS.visit, "performance"],
  [ID_LETTERS.rule, "rules"],
  [ID_LETTERS.replay, "rules"],
]);

/** The route that an address means; what it does not know it leaves out. A record says by itself which tab it is in. */
export function parseRoute(search: string): Route {
  const query = new URLSearchParams(search);
  const run = query.get("run") ?? "";
  const named = query.get("id") ?? "";
  const id = /^[a-z][0-9]{1,15}$/.test(named) ? named : undefined;
  const asked = TABS.find((tab) => tab === query.get("tab")) ?? "requests";
  return {
    run: /^d[0-9a-f]{12}$/.test(run) ? run : undefined,
    tab: TAB_OF_LETTER.get(id?.slice(0, 1) ?? "") ?? asked,
    id,
  };
}

/** The address of a route. */
export function addressOf({ run, tab, id }: Route): string {
  if (run === undefined) return "panel.html";
  return `panel.html?run=${run}&tab=${tab}${id === undefined ? "" : `&id=${id}`}`;
}

const current = signal<Route>({ run: undefined, tab: "requests", id: undefined });

/** The route that is shown now. */
export const route: ReadonlySignal<Route> = current;

/** Reads the address, and follows the browser's Back and Forward. */
export function startRouting(): void {
  const read = (): void => {
    current.value = parseRoute(location.search);
  };
  addEventListener("popstate", read);
  read();
}

/** Goes elsewhere. A new run or tab is a step that Back undoes; a record within it is not. */
export function go(next: Partial<Route>): void {
  const before = current.value;
  const target = { ...before, ...next };
  current.value = target;
  const isStep = target.run !== before.run || target.tab !== before.tab;
  if (isStep) history.pushState(null, "", addressOf(target));
  else history.replaceState(null, "", addressOf(target));
}
