import { OBSERVER_SOURCE } from "bsk:observer";
import { Core, redactText, redactUrl } from "@bsk/core";
import { createPlugins } from "@bsk/plugins";
import { BorrowConfirm } from "./borrow/BorrowConfirm.js";
import { Captures } from "./capture/Captures.js";
import { Debuggers } from "./debugger/Debuggers.js";
import { HeldTabs } from "./debugger/HeldTabs.js";
import { HungPages } from "./debugger/HungPages.js";
import { TabCloser } from "./debugger/TabCloser.js";
import { createDispatch } from "./dispatch.js";
import { createHandlers, startCapture } from "./handlers.js";
import { BUILD, browserProduct, extensionVersion } from "./identity.js";
import { Overlays } from "./overlay/Overlays.js";
import { answerPanel } from "./panel/answerPanel.js";
import { RunAccess } from "./panel/RunAccess.js";
import { answerPopup } from "./popup/answerPopup.js";
import { Borrows } from "./sessions/Borrows.js";
import { isAloneAt } from "./sessions/isAloneAt.js";
import { PersonStops } from "./sessions/PersonStops.js";
import { SessionGrace } from "./sessions/SessionGrace.js";
import { Sessions } from "./sessions/Sessions.js";
import { TabVerbs } from "./sessions/tabs.js";
import { tabTargets } from "./sessions/targets.js";
import { IdbStore } from "./storage/IdbStore.js";
import { SessionStorage } from "./storage/SessionStorage.js";
import { whatRestarted } from "./storage/whatRestarted.js";
import { systemClock } from "./systemClock.js";
import { DaemonConnection } from "./transport/DaemonConnection.js";
import { Pairer } from "./transport/Pairer.js";
import {
  forgetPairing,
  keepStorageFromOthers,
  pairingSource,
  readPairing,
} from "./transport/pairing.js";
import { VerbRunner } from "./VerbRunner.js";
import { PageWatch, SessionSecrets, type TextPlace } from "./verbs/index.js";

// Wiring only. The browser keeps events for a worker that it starts, and hands them to the listeners
// that exist when this file has run: every one is added here, synchronously.

const RECONNECT_ALARM = "reconnect";

const core = new Core(createPlugins());
const volatile = new SessionStorage();
const secrets = new SessionSecrets((tabId) => sessions.ownerOf(tabId)?.id);
const typedText = (text: string, place: TextPlace): string =>
  redactText(secrets.redact(text, place));
const debuggers = new Debuggers({
  attached: (tab) => void PageWatch.of(tab, () => secrets.of(tab.tabId)),
});
const held = new HeldTabs({
  debuggers,
  opening: (tabId) => sessions.openings.announce(tabId),
});
/** Whether bsk started this browser: its copy of the extension holds the pairing, from its launch to its end. */
const managed = pairingSource().then((source) => source === "packaged");
const isManaged = (): Promise<boolean> => managed;
const hung = new HungPages({
  debuggers,
  isManaged,
  tabsOfSession: (tabId) => [...(sessions.ownerOf(tabId)?.tabs.keys() ?? [])],
});
const closer = new TabCloser({
  debuggers,
  hung,
  openDialog: (tab) => PageWatch.of(tab).dialog,
});
const store = new IdbStore();
const captures = new Captures({
  core,
  store,
  volatile,
  clock: systemClock,
  debuggers,
  secretsOf: (tabId, session) => secrets.of(tabId, session),
  isAloneAt,
  environment: { extension_version: extensionVersion(), user_agent: navigator.userAgent },
  observerSource: OBSERVER_SOURCE,
});
const sessions = new Sessions({
  ending(state, reason) {
    secrets.sessionEnded(state.id); // its tabs and captures still know them
    return captures.stopSession(state, reason);
  },
  async closeTab(tabId) {
    await closer.close(tabId);
  },
  returnTab: (state, tabId) => borrows.giveBack(state, tabId),
  ended: (session, reason) => connection.notify("session/closed", { session, reason }),
});
const stops = new PersonStops(sessions);
const overlays = new Overlays({
  stop: (session) => stops.stop(session),
  stopAll: () => stops.stopAll(),
  activeRunOf: (tabId) => captures.activeRunOf(tabId),
});
const confirm = new BorrowConfirm();
const borrows = new Borrows({
  sessions,
  isManaged,
  ask: (question, asking) => confirm.ask(question, asking),
  redactText: typedText,
  async letGo(tabId) {
    await captures.stopTab(tabId, "tab_released");
    await overlays.remove(tabId);
    await debuggers.letGo(tabId);
  },
});
const verbs = new VerbRunner({
  sessions,
  held,
  hung,
  captures,
  overlays,
  async urlOf(tabId, session) {
    const url = (await tabTargets()).get(tabId)?.url ?? "";
    return redactUrl(secrets.redact(url, { session, tabId }));
  },
});
const tabs = new TabVerbs({
  sessions,
  borrows,
  redactUrl: (url, place) => redactUrl(secrets.redact(url, place)),
  redactText: typedText,
  activeRunOf: (tabId) => captures.activeRunOf(tabId),
  async closeTab(tabId) {
    const ended = await closer.close(tabId);
    await captures.stopTab(tabId, "tab_closed"); // one that stays open is not said to be closed
    return ended;
  },
});
const parts = { core, sessions, tabs, verbs, captures, overlays, isManaged };
const ready = boot();
const connection = new DaemonConnection({
  identity: () => ({
    origin: location.origin,
    version: extensionVersion(),
    build: BUILD,
    product: browserProduct(),
  }),
  readPairing,
  dispatch: createDispatch({
    handlers: createHandlers(parts),
    ready,
    stops,
  }),
  welcomed: (known) => void grace.welcomed(known),
  lost: () => grace.lost(),
  forgotten: forgetPairing,
});
const pairer = new Pairer({
  origin: () => location.origin,
  changed: () => connection.restart(),
  unpairing: () => connection.notify("browser/unpaired", {}),
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
  secrets.tabRemoved(tabId);
  verbs.tabRemoved(tabId);
  confirm.tabRemoved(tabId);
  void tabRemoved(tabId, isWindowClosing);
});
chrome.tabs.onReplaced.addListener((newId, oldId) => {
  debuggers.tabReplaced(newId, oldId);
  secrets.tabReplaced(newId, oldId);
  verbs.tabRemoved(oldId);
  void tabReplaced(newId, oldId);
});
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === RECONNECT_ALARM) connection.start();
});
chrome.runtime.onMessage.addListener(
  answerPopup({ connection, pairer, pairingSource, sessions, stops }),
);
chrome.runtime.onMessage.addListener(confirm.handleMessage);
chrome.runtime.onMessage.addListener(
  answerPanel({
    ready,
    core,
    sessions,
    tabs,
    captures,
    start: (params, signal) => startCapture(parts, params, signal),
    runs: new RunAccess({ captures, store, sessions }),
  }),
);

void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: 0.5 });
grace.lost();
connection.start();

/** Never rejects: what cannot be restored is told by the first command that needs it. */
async function boot(): Promise<void> {
  await Promise.allSettled([
    keepStorageFromOthers(),
    sessions.ready,
    whatRestarted().then((restart) => captures.recover(restart)),
    debuggers.detachOrphans(volatile).then(() => volatile.clear()), // what is left belongs to runs that ended
  ]);
}

async function tabRemoved(tabId: number, isWindowClosing: boolean): Promise<void> {
  await sessions.ready;
  try {
    await captures.stopTab(tabId, "tab_closed");
  } finally {
    await sessions.tabRemoved(tabId, isWindowClosing);
  }
}

/** The document is gone with the old id, and a capture of it has nothing more to see. */
async function tabReplaced(newId: number, oldId: number): Promise<void> {
  await sessions.ready;
  // At once: a command that comes while the capture is saved means the new id.
  await Promise.all([sessions.tabReplaced(newId, oldId), captures.stopTab(oldId, "tab_closed")]);
}
