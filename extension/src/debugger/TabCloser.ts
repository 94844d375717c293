import { BskError, type CdpEvent, errors } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";
import type { TabDebugger } from "./TabDebugger.js";
import { withDeadline } from "./withDeadline.js";

const CLOSE_MS = 3000;
/** A page that is silent for so long hangs. With the two below it, a close ends within five seconds. */
const HUNG_MS = 1000;
const CRASH_MS = 900;

export interface TabCloserOptions {
  readonly debuggers: Debuggers;
  /** A dialog of the tab that is open already. */
  readonly openDialog?: (tab: TabDebugger) => { readonly type: string } | undefined;
}

/**
 * Closes tabs for good: a page that asks whether to leave (`beforeunload`) is told yes, any other dialog
 * is dismissed. One that hangs would keep its tab open, and is crashed.
 */
export class TabCloser {
  readonly #options: TabCloserOptions;

  constructor(options: TabCloserOptions) {
    this.#options = options;
  }

  /** Resolves when the tab is gone, also when it was before. Throws `timeout`. */
  async close(tabId: number): Promise<void> {
    const { debuggers, openDialog } = this.#options;
    // A page that cannot be debugged asks nothing that this side could answer.
    const tab = await debuggers.acquire(tabId).catch(() => undefined);
    const stopAnswering = tab?.onEvent((event) => answerQuestion(tab, event));
    const dialog = tab && openDialog?.(tab);
    if (tab && dialog) answer(tab, dialog.type);
    else if (tab) await crashIfHung(tab);
    try {
      const late = (): Error => errors.timeout(`Closing tab ${tabId}`, CLOSE_MS);
      await withDeadline(remove(tabId), CLOSE_MS, late);
    } finally {
      stopAnswering?.();
      if (tab) await debuggers.release(tab);
    }
  }
}

/** Before the browser asks the page whether it may go: while it waits for that, a crash is not heard. */
async function crashIfHung(tab: TabDebugger): Promise<void> {
  try {
    await tab.send("Page.getFrameTree", undefined, { deadlineMs: HUNG_MS });
  } catch (error) {
    if (!(error instanceof BskError) || error.code !== "cdp_timeout") return;
    await tab.send("Page.crash", undefined, { deadlineMs: CRASH_MS }).catch(() => undefined);
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
