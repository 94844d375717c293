import type { Sessions } from "./Sessions.js";

/** Well over the 10 s after which an extension without its daemon ends its sessions by itself. */
const GRACE_MS = 60_000;

/** Forgets the sessions of a browser that went away and did not come back. */
export class LostSessions {
  readonly #sessions: Sessions;
  readonly #onLost: () => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(sessions: Sessions, onLost: () => void) {
    this.#sessions = sessions;
    this.#onLost = onLost;
    for (const { browser } of sessions.all()) this.gone(browser);
  }

  gone(browser: string): void {
    this.back(browser);
    const timer = setTimeout(() => {
      this.#sessions.removeAllOf(browser, "its browser did not come back");
      this.#timers.delete(browser);
      this.#onLost();
    }, GRACE_MS);
    this.#timers.set(browser, timer.unref());
  }

  back(browser: string): void {
    clearTimeout(this.#timers.get(browser));
    this.#timers.delete(browser);
  }
}
