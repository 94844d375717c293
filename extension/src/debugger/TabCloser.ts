import { type CdpEvent, errors } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";
import type { TabDebugger } from "./TabDebugger.js";
import { withDeadline } from "./withDeadline.js";

const CLOSE_MS = 3000;

/** Closes tabs for good: a page that asks whether to leave (`beforeunload`) is told yes. */
export class TabCloser {
  readonly #debuggers: Debuggers;

  constructor(debuggers: Debuggers) {
    this.#debuggers = debuggers;
  }

  /** Resolves when the tab is gone, also when it was before. Throws `timeout`. */
  async close(tabId: number): Promise<void> {
    // A page that cannot be debugged asks nothing that this side could answer.
    const tab = await this.#debuggers.acquire(tabId).catch(() => undefined);
    const stopAnswering = tab?.onEvent((event) => answerQuestion(tab, event));
    try {
      const late = (): Error => errors.timeout(`Closing tab ${tabId}`, CLOSE_MS);
      await withDeadline(remove(tabId), CLOSE_MS, late);
    } finally {
      stopAnswering?.();
      if (tab) await this.#debuggers.release(tab);
    }
  }
}

async function remove(tabId: number): Promise<void> {
  try {
    await chrome.tabs.remove(tabId);
  } catch {
    // Closed meanwhile: that is what was wanted.
  }
}

function answerQuestion(tab: TabDebugger, { method, params }: CdpEvent): void {
  if (method !== "Page.javascriptDialogOpening") return;
  const { type } = params as { type?: unknown }; // every event of that name has params
  if (type !== "beforeunload") return;
  // When the tab closes first, the question is gone with it.
  tab.send("Page.handleJavaScriptDialog", { accept: true }).catch(() => undefined);
}
