/** What CDP knows of a tab; `chrome.tabs` tells URL and title only with a permission that bsk has not. */
export interface TabTarget {
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
}

/** The targets of all tabs, by tab id. Text in them is the page's. */
export async function tabTargets(): Promise<ReadonlyMap<number, TabTarget>> {
  const targets = new Map<number, TabTarget>();
  for (const { id, tabId, title, url } of await chrome.debugger.getTargets()) {
    if (tabId !== undefined) targets.set(tabId, { targetId: id, title, url });
  }
  return targets;
}
