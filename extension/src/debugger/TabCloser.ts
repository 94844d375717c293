import { BskError, type CdpEvent, errors } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";
import type { HungPages } from "./HungPages.js";
import type { TabDebugger } from "./TabDebugger.js";
import { withDeadline } from "./withDeadline.js";

const CLOSE_MS = 2500;
/** A page that is silent for so long hangs. With the time above and that of its end under five seconds. */
const HUNG_MS = 1000;

export interface TabCloserOptions {
  readonly debuggers: Debuggers;
  readonly hung: HungPages;
  /** A dialog of the tab that is open already. */
  readonly openDialog?: (tab: TabDebugger) => { readonly type: string } | undefined;
}

/**
 * Closes tabs for good: a page that asks whether to leave (`beforeunload`) is told yes, any other dialog
 * is dismissed. One that hangs would keep its tab open: its process is ended where that may be, else
 * the browser's own patience ends it.
 */
export class TabCloser {
  readonly #options: TabCloserOptions;

  constructor(options: TabCloserOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the tab is gone, also when it was before, with the tabs whose pages hung and were ended.
   * Throws `timeout`, `page_hung`.
   */
  async close(tabId: number): Promise<readonly number[]> {
    const { debuggers, hung, openDialog } = this.#options;
    // A page that cannot be debugged asks nothing that this side could answer.
    const tab = await debuggers.acquire(tabId).catch(() => undefined);
    const stopAnswering = tab?.onEvent((event) => answerQuestion(tab, event));
    const dialog = tab && openDialog?.(tab);
    let late = (): Error => errors.timeout(`Closing tab ${tabId}`, CLOSE_MS);
    let ended: readonly number[] = [];
    if (tab && dialog) answer(tab, dialog.type);
    else if (tab && (await isHung(tab))) {
      if (await hung.mayEnd()) ended = (await hung.end(tab, tabId)) ?? [];
      else {
        late = () => errors.pageKept(tabId, HUNG_MS);
        await debuggers.letGo(tabId); // the browser gives up on a page that hangs, but on none that is debugged
      }
    }
    try {
      await withDeadline(remove(tabId), CLOSE_MS, late);
      return ended;
    } finally {
      stopAnswering?.();
      if (tab) await debuggers.release(tab);
    }
  }
}

/** Before the browser asks the page whether it may go: while it waits for that, a crash is not heard. */
async function isHung(tab: TabDebugger): Promise<boolean> {
  try {
    await tab.send("Page.getFrameTree", undefined, { deadlineMs: HUNG_MS });
    return false;
  } catch (error) {
    return error instanceof BskError && error.code === "cdp_timeout";
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
  answer(tab, type);
}

function answer(tab: TabDebugger, type: unknown): void {
  // When the tab closes first, the question is gone with it.
  const accept = type === "beforeunload";
  tab.send("Page.handleJavaScriptDialog", { accept }).catch(() => undefined);
}
