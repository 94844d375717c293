import type { Restart } from "@bsk/core";

const KEY = "worker_ran";

/**
 * What ended with the worker before this one, asked once a worker: `chrome.storage.session` outlives a worker, not
 * the browser. The browser empties it too when the extension is loaded anew, which cannot be told from its own end.
 */
export async function whatRestarted(): Promise<Restart> {
  const { [KEY]: ran } = await chrome.storage.session.get(KEY);
  await chrome.storage.session.set({ [KEY]: true });
  return ran === true ? "worker_restarted" : "browser_restarted";
}
