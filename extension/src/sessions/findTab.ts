/** The tab, or undefined when there is none. An id that is no tab's at all is refused before it is looked for. */
export async function findTab(tabId: number): Promise<chrome.tabs.Tab | undefined> {
  try {
    return await chrome.tabs.get(tabId);
  } catch {
    return undefined;
  }
}
