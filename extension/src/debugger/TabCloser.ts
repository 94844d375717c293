import { BskError, type CdpEvent, errors } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";
import type { HungPages } from "./HungPages.js";
import type { TabDebugger } from "./TabDebugger.js";
import { withDeadline } from "./withDeadline.js";

const CLOSE_MS = 2500;
/** A page that is silent for so long hangs. With the time above and that of its end under five seconds. */
const HUNG_MS = 1000;
/** A page that asks so often while it is closed asks for ever: it never comes to hear that it may go. */
const ENDLESS = 20;

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
    const questions = tab && new Questions(tab);
    const dialog = tab && openDialog?.(tab);
    let late = (): Error => errors.timeout(`Closing tab ${tabId}`, CLOSE_MS);
    let ended: readonly number[] = [];
    const end = async (page: TabDebugger): Promise<void> => {
      if (await hung.mayEnd()) ended = (await hung.end(page, tabId)) ?? [];
      else {
        late = () => errors.pageKept(tabId, HUNG_MS);
        await debuggers.letGo(tabId); // the browser gives up on a page that hangs, but on none that is debugged
      }
    };
    if (tab && dialog) answer(tab, dialog.type);
    else if (tab && (await isHung(tab))) await end(tab);
    const close = async (): Promise<void> => {
      const removed = remove(tabId);
      if (tab && questions && (await questions.neverEndBefore(removed))) {
        await end(tab);
        await Promise.race([removed, remove(tabId)]); // the first may wait for a page that is no more
        return;
      }
      await removed;
    };
    try {
      await withDeadline(close(), CLOSE_MS, () => late());
      return ended;
    } finally {
      questions?.stop();
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

/** The dialogs that a page opens while it is closed; each is answered. */
class Questions {
  readonly stop: () => void;
  #asked = 0;
  #tell: () => void = () => {};
  readonly #endless: Promise<boolean> = new Promise((resolve) => {
    this.#tell = () => resolve(true);
  });

  constructor(private readonly tab: TabDebugger) {
    this.stop = tab.onEvent((event) => this.#see(event));
  }

  /** Whether they go on and on while this is waited for. */
  neverEndBefore(removed: Promise<void>): Promise<boolean> {
    return Promise.race([removed.then(() => false), this.#endless]);
  }

  #see({ method, params }: CdpEvent): void {
    if (method !== "Page.javascriptDialogOpening") return;
    const { type } = params as { type?: unknown }; // every event of that name has params
    answer(this.tab, type);
    this.#asked += 1;
    if (this.#asked >= ENDLESS) this.#tell();
  }
}

function answer(tab: TabDebugger, type: unknown): void {
  // When the tab closes first, the question is gone with it.
  const accept = type === "beforeunload";
  tab.send("Page.handleJavaScriptDialog", { accept }).catch(() => undefined);
}
