import type { PopupRequest, PopupStatus } from "./messages.js";

/** The worker's answer; undefined when it gave none. Never rejects. */
export async function askPopup(request: PopupRequest): Promise<PopupStatus | undefined> {
  return chrome.runtime
    .sendMessage<PopupRequest, PopupStatus | undefined>(request)
    .catch(() => undefined); // the worker could not be reached: that is shown
}
