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

  /** The tabs of the session whose pages are gone, this one first; undefined: it is not over yet. */
  async end(cdp: CdpSession, tabId: number): Promise<readonly number[] | undefined> {
    if (!(await isCrashed(cdp, "Page.crash", CRASH_MS))) return undefined;
    const others = this.#options.tabsOfSession(tabId).filter((id) => id !== tabId);
    const fell = await Promise.all(others.map((id) => this.#hasCrashed(id)));
    return [tabId, ...others.filter((_id, at) => fell[at])];
  }

  /** A tab that nobody looked at since it crashed says so as it is attached. */
  async #hasCrashed(tabId: number): Promise<boolean> {
    const { debuggers } = this.#options;
    const tab = await debuggers.acquire(tabId).catch(() => undefined);
    if (!tab) return false; // closed meanwhile, or no page that could be asked
    try {
      return await isCrashed(tab, "Page.getFrameTree", LOOK_MS);
    } finally {
      await debuggers.release(tab);
    }
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
