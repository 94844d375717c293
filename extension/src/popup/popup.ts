import type { PopupRequest, PopupStatus } from "./messages.js";
import { PairForm } from "./PairForm.js";
import { renderStatus } from "./renderStatus.js";

const REFRESH_MS = 1000;

/** The worker's answer; undefined when it gave none. */
async function ask(request: PopupRequest): Promise<PopupStatus | undefined> {
  return chrome.runtime.sendMessage<PopupRequest, PopupStatus | undefined>(request);
}

const pairForm = new PairForm(document, run);

function show(status: PopupStatus | undefined): void {
  pairForm.show(status);
  const content = document.querySelector("#content");
  const identity = document.querySelector("#identity");
  if (!content || !identity) return;
  identity.textContent = status ? `${status.version} · ${status.build}` : "";
  content.replaceChildren(renderStatus(status, run));
}

function run(request: PopupRequest): void {
  ask(request).then(show, () => show(undefined)); // the worker could not be reached: that is shown
}

run({ kind: "status" });
setInterval(() => run({ kind: "status" }), REFRESH_MS);
