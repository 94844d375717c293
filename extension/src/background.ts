import { OBSERVER_SOURCE } from "bsk:observer";
import { Core, redactText, redactUrl } from "@bsk/core";
import { createPlugins } from "@bsk/plugins";
import { Captures } from "./capture/Captures.js";
import { Debuggers } from "./debugger/Debuggers.js";
import { HeldTabs } from "./debugger/HeldTabs.js";
import { TabCloser } from "./debugger/TabCloser.js";
import { createDispatch } from "./dispatch.js";
import { createHandlers } from "./handlers.js";
import { BUILD, browserProduct, extensionVersion } from "./identity.js";
import { answerPanel } from "./panel/answerPanel.js";
import { RunAccess } from "./panel/RunAccess.js";
import { answerPopup } from "./popup/answerPopup.js";
import { SessionGrace } from "./sessions/SessionGrace.js";
import { Sessions } from "./sessions/Sessions.js";
import { TabVerbs } from "./sessions/tabs.js";
import { IdbStore } from "./storage/IdbStore.js";
import { SessionStorage } from "./storage/SessionStorage.js";
import { systemClock } from "./systemClock.js";
import { DaemonConnection } from "./transport/DaemonConnection.js";
import { readPairing } from "./transport/pairing.js";
import { VerbRunner } from "./VerbRunner.js";

// Wiring only. The browser keeps events for a worker that it starts, and hands them to the listeners
// that exist when this file has run: every one is added here, synchronously.

const RECONNECT_ALARM = "reconnect";

const core = new Core(createPlugins());
const debuggers = new Debuggers();
const held = new HeldTabs({
  debuggers,
  opening: (tabId) => sessions.openings.announce(tabId),
});
const closer = new TabCloser(debuggers);
const store = new IdbStore();
const captures = new Captures({
  core,
  store,
  volatile: new SessionStorage(),
  clock: systemClock,
  debuggers,
  environment: { extension_version: extensionVersion(), user_agent: navigator.userAgent },
  observerSource: OBSERVER_SOURCE,
});
const sessions = new Sessions({
  ending: (state, reason) => captures.stopSession(state, reason),
  closeTab: (tabId) => closer.close(tabId),
  ended: (session, reason) => connection.notify("session/closed", { session, reason }),
});
const verbs = new VerbRunner({ sessions, held, captures });
const tabs = new TabVerbs({
  sessions,
  redactUrl,
  redactText,
  activeRunOf: (tabId) => captures.activeRunOf(tabId),
  async closeTab(tabId) {
    await captures.stopTab(tabId, "tab_closed");
    await closer.close(tabId);
  },
});
const ready = boot();
const connection = new DaemonConnection({
  identity: () => ({
    origin: location.origin,
    version: extensionVersion(),
    build: BUILD,
    product: browserProduct(),
  }),
  readPairing,
  dispatch: createDispatch(createHandlers({ core, sessions, tabs, verbs, captures }), ready),
  welcomed: (known) => void grace.welcomed(known),
  lost: () => grace.lost(),
});
const grace = new SessionGrace({
  sessions,
  unknownHere: (session) =>
    connection.notify("session/closed", { session, reason: "unknown_to_browser" }),
});

chrome.debugger.onEvent.addListener(debuggers.handleEvent);
chrome.debugger.onDetach.addListener(debuggers.handleDetach);
chrome.tabs.onCreated.addListener(
  (tab) => void sessions.ready.then(() => sessions.tabCreated(tab)),
);
chrome.tabs.onActivated.addListener(
  ({ tabId }) => void sessions.ready.then(() => sessions.tabActivated(tabId)),
);
chrome.tabs.onRemoved.addListener((tabId, { isWindowClosing }) => {
  debuggers.tabRemoved(tabId);
  verbs.tabRemoved(tabId);
  void tabRemoved(tabId, isWindowClosing);
});
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === RECONNECT_ALARM) connection.start();
});
chrome.runtime.onMessage.addListener(answerPopup({ connection, sessions, captures }));
chrome.runtime.onMessage.addListener(
  answerPanel({
    ready,
    core,
    sessions,
    tabs,
    captures,
    runs: new RunAccess({ captures, store, sessions }),
  }),
);

void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: 0.5 });
grace.lost();
connection.start();

/** Never rejects: what cannot be restored is told by the first command that needs it. */
async function boot(): Promise<void> {
  await Promise.allSettled([sessions.ready, captures.recover(), debuggers.detachOrphans()]);
}

async function tabRemoved(tabId: number, isWindowClosing: boolean): Promise<void> {
  await sessions.ready;
  try {
    await captures.stopTab(tabId, "tab_closed");
  } finally {
    await sessions.tabRemoved(tabId, isWindowClosing);
  }
}
