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

/** The origin of a page that agents may have to do with; undefined: one of the browser or of an extension, or a file. */
export function siteOf(url: string): string | undefined {
  if (url === "about:blank" || url === "") return "about:blank";
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === "http:" || protocol === "https:" ? origin : undefined;
}
