import { addressOf } from "../panel/state/route.js";

/** Opens the evidence page at a run, or at the history, in a tab of its own. */
export function openEvidence(run: string | undefined): void {
  const address = addressOf({ run, tab: "requests", id: undefined });
  void chrome.tabs.create({ url: chrome.runtime.getURL(address) });
}
