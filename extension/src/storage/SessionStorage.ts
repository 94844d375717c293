import type { VolatileState } from "@bsk/core";

/** Before every key, apart from what else lies in `chrome.storage.session`. */
const PREFIX = "volatile:";

/** State that outlives the worker and dies with the browser; on no disk. */
export class SessionStorage implements VolatileState {
  async get(key: string): Promise<unknown> {
    const name = PREFIX + key;
    const found = await chrome.storage.session.get(name);
    return found[name];
  }

  async set(key: string, value: unknown): Promise<void> {
    await chrome.storage.session.set({ [PREFIX + key]: value });
  }

  /** Removes whatever an earlier worker left. */
  async clear(): Promise<void> {
    const all = await chrome.storage.session.get(null);
    await chrome.storage.session.remove(Object.keys(all).filter((name) => name.startsWith(PREFIX)));
  }

  async remove(key: string): Promise<void> {
    await chrome.storage.session.remove(PREFIX + key);
  }
}
