import { Core } from "../Core.js";
import { Capture } from "../capture/Capture.js";
import type { EvidenceReader } from "../EvidenceReader.js";
import type { Plugin, PluginParams, PluginReport } from "../Plugin.js";
import { KnownSecrets } from "../redaction/KnownSecrets.js";
import { MemoryStore } from "../storage/MemoryStore.js";
import { ManualClock } from "./ManualClock.js";
import { MemoryState } from "./MemoryState.js";
import { RUN_ID, START } from "./records.js";
import { ScriptedSession } from "./ScriptedSession.js";

/** A running capture of a scripted tab. */
export interface LiveCapture {
  readonly capture: Capture;
  readonly core: Core;
  readonly session: ScriptedSession;
  readonly clock: ManualClock;
  readonly volatile: MemoryState;
  /** Asks a plugin's command to act. */
  act(name: string, params: PluginParams, signal?: AbortSignal): Promise<PluginReport>;
  /** The evidence as it is now. */
  reader(): EvidenceReader;
  /** How often the capture gave up and let go of the tab. */
  detached(): number;
}

/** Starts a capture of the tab at `url` with these plugins; everything but the browser and the disk is real. */
export async function liveCapture(
  plugins: readonly Plugin[],
  { url = "http://app.test/page" }: { readonly url?: string } = {},
): Promise<LiveCapture> {
  const clock = new ManualClock(START);
  const session = new ScriptedSession(clock);
  const volatile = new MemoryState();
  const core = new Core(plugins, { now: () => clock.now() });
  let detached = 0;
  session
    .answer("Page.getFrameTree", () => ({ frameTree: { frame: { id: "F1", url } } }))
    .answer("Page.addScriptToEvaluateOnNewDocument", () => ({ identifier: "s1" }))
    .answer("Page.createIsolatedWorld", () => ({ executionContextId: 9 }))
    .answer("Network.getResponseBody", () => ({ body: "{}", base64Encoded: false }));
  const capture = new Capture({
    core,
    session,
    clock,
    store: new MemoryStore(),
    volatile,
    runId: RUN_ID,
    sessionId: "abcd",
    tabId: 7,
    url,
    observerSource: "",
    secrets: new KnownSecrets(),
    environment: {},
    isAlone: async () => true,
    ended: () => undefined,
    detach: async () => {
      detached += 1;
      session.detach("debugger_detached");
    },
  });
  const started = capture.start();
  await drive(clock, started); // the scripted page never shows a document to the observer
  return {
    capture,
    core,
    session,
    clock,
    volatile,
    act: (name, params, signal = new AbortController().signal) => capture.act(name, params, signal),
    reader: () => {
      capture.settle();
      return capture.log.reader(new AbortController().signal);
    },
    detached: () => detached,
  };
}

/** Moves the clock until the work is done: it may wait for the clock more than once. */
export async function drive<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    for (let turn = 0; turn < 50 && !isDone; turn += 1) await Promise.resolve();
    if (!isDone) clock.advance(50);
  }
  return work;
}
