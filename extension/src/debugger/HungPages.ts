import { BskError, type CdpSession } from "@bsk/core";
import type { Debuggers } from "./Debuggers.js";

/** One that takes longer has begun, or never will: a page that hung before it was attached hears of nothing. */
const CRASH_MS = 1300;
const LOOK_MS = 500;

export interface HungPagesOptions {
  readonly debuggers: Debuggers;
  /** Whether bsk started this browser. */
  readonly isManaged: () => Promise<boolean>;
  /** The tabs of the session that a tab is of. */
  readonly tabsOfSession: (tabId: number) => readonly number[];
}

/**
 * Ends the process of a page that hangs: ending a script is not for extensions. Whatever else lives in that process
 * goes with it, so that it may be done in a browser of bsk's own, and never in a person's.
 */
export class HungPages {
  readonly #options: HungPagesOptions;

  constructor(options: HungPagesOptions) {
    this.#options = options;
  }

  mayEnd(): Promise<boolean> {
    return this.#options.isManaged();
  }

  /**
   * The tabs of the session whose pages are gone by that, this one first; undefined: it is not over yet. A tab that
   * is not attached may have gone too: its first command says so.
   */
  async end(cdp: CdpSession, tabId: number): Promise<readonly number[] | undefined> {
    const { debuggers, tabsOfSession } = this.#options;
    const others = tabsOfSession(tabId).flatMap((id) => {
      const tab = id === tabId ? undefined : debuggers.get(id);
      return tab && !tab.isCrashed ? [tab] : [];
    });
    if (!(await isCrashed(cdp, "Page.crash", CRASH_MS))) return undefined;
    const fell = await Promise.all(
      others.map((tab) => isCrashed(tab, "Page.getFrameTree", LOOK_MS)),
    );
    return [tabId, ...others.flatMap((tab, at) => (fell[at] ? [tab.tabId] : []))];
  }
}

async function isCrashed(
  cdp: CdpSession,
  method: "Page.crash" | "Page.getFrameTree",
  deadlineMs: number,
): Promise<boolean> {
  try {
    await cdp.send(method, undefined, { deadlineMs });
    return false; // a crash is never answered by a page that lives
  } catch (error) {
    return error instanceof BskError && error.code === "page_crashed";
  }
}
