import type { OpenedTab } from "@bsk/schema";
import type { SessionState } from "./SessionState.js";
import type { Sessions } from "./Sessions.js";

/** A tab that was announced comes within some milliseconds, unless the browser blocks it. */
const WAIT_MS = 500;
const POLL_MS = 20;

/** Call what is returned when a command on the tab is over: the tabs that its page opened meanwhile. */
export function watchOpenedTabs(
  sessions: Sessions,
  state: SessionState,
  tabId: number,
): () => Promise<readonly OpenedTab[]> {
  const known = new Set(state.tabs.keys());
  return async () => {
    const endsAt = performance.now() + WAIT_MS;
    while (sessions.openings.isExpected(tabId) && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const opened: OpenedTab[] = [];
    for (const [id, origin] of state.tabs) {
      if (origin !== "page" || known.has(id)) continue;
      const tab = await chrome.tabs.get(id).catch(() => undefined); // it may be closed again
      if (!tab) continue;
      if (tab.active) await sessions.use(state, id); // its event may come later
      opened.push({ tab_id: id, active: tab.active });
    }
    return opened;
  };
}
