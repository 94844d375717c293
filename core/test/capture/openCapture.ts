import { Core } from "../../dist/Core.js";
import { Capture } from "../../dist/capture/Capture.js";
import type { Plugin } from "../../dist/Plugin.js";
import type { EvidenceBatch, EvidenceStore } from "../../dist/ports.js";
import type { EvidenceRecord, RecordKind } from "../../dist/records.js";
import { KnownSecrets } from "../../dist/redaction/KnownSecrets.js";
import { MemoryStore } from "../../dist/storage/index.js";
import { ManualClock, MemoryState, RUN_ID, ScriptedSession } from "../../dist/testing/index.js";
import {
  data,
  finished,
  PAGE,
  received,
  requestExtra,
  responseExtra,
  WALL,
  willBeSent,
} from "./events.js";

/** A store that remembers every batch it was given. */
class WatchedStore extends MemoryStore {
  readonly batches: EvidenceBatch[] = [];

  override async write(batch: EvidenceBatch): Promise<void> {
    this.batches.push(structuredClone(batch));
    await super.write(batch);
  }
}

export interface OpenOptions {
  readonly plugins?: readonly Plugin[];
  readonly url?: string;
  readonly name?: string;
  readonly store?: EvidenceStore;
}

/** The isolated world of the observer in the main frame, as the browser tells it. */
export const WORLD = {
  id: 77,
  uniqueId: "u77",
  name: `bsk-${RUN_ID}`,
  origin: "",
  auxData: { frameId: "F1" },
};
export const BINDING = `bsk_${RUN_ID}`;

/** What the observer answers when the page is read. */
export interface Shown {
  url: string;
  title: string;
  text: string;
  text_truncated: boolean;
  fields: unknown[];
  fields_partial: boolean;
  navigation: string;
}

/** A capture of a scripted tab, not started. */
export function openCapture(options: OpenOptions = {}) {
  const { plugins = [], url = "about:blank" } = options;
  const clock = new ManualClock(WALL * 1000);
  const session = new ScriptedSession(clock);
  const store = options.store ?? new WatchedStore();
  const volatile = new MemoryState();
  const core = new Core(plugins, { now: () => clock.now() });
  const shown: Shown = {
    url: PAGE,
    title: "Page",
    text: "Hello",
    text_truncated: false,
    fields: [],
    fields_partial: false,
    navigation: "navigate",
  };
  let endings = 0;
  let detached = 0;
  session
    .answer("Page.getFrameTree", () => ({ frameTree: { frame: { id: "F1" } } }))
    .answer("Page.addScriptToEvaluateOnNewDocument", () => {
      session.dispatch("Runtime.executionContextCreated", { context: WORLD });
      return { identifier: "s1" };
    })
    .answer("Runtime.evaluate", ({ params }) =>
      (params as { expression: string }).expression.includes("__bskSnapshot")
        ? { result: { type: "string", value: JSON.stringify(shown) } }
        : { result: { type: "undefined" } },
    )
    .answer("Network.getResponseBody", () => ({ body: '{"ok":true}', base64Encoded: false }));
  const secrets = new KnownSecrets();
  const capture = new Capture({
    secrets,
    core,
    session,
    clock,
    store,
    volatile,
    runId: RUN_ID,
    sessionId: "abcd",
    tabId: 7,
    url,
    observerSource: "const call = globalThis['__BSK_BINDING__'];",
    isAlone: async () => true,
    environment: { extension_version: "0.1.0" },
    ended: () => {
      endings += 1;
    },
    detach: async () => {
      detached += 1;
      session.detach("debugger_detached");
    },
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  return {
    capture,
    secrets,
    clock,
    session,
    store,
    volatile,
    core,
    shown,
    endings: () => endings,
    detached: () => detached,
    say: (method: string, params: unknown, sessionId?: string) =>
      session.dispatch(method, params, sessionId),
    /** A message of the observer. */
    hear: (message: unknown, parts: object = {}) =>
      session.dispatch("Runtime.bindingCalled", {
        name: BINDING,
        payload: typeof message === "string" ? message : JSON.stringify(message),
        executionContextId: WORLD.id,
        ...parts,
      }),
    expressions: () =>
      session.sent
        .filter(({ method }) => method === "Runtime.evaluate")
        .map(({ params }) => (params as { expression: string }).expression),
    async all<K extends Exclude<RecordKind, "run">>(kind: K): Promise<EvidenceRecord<K>[]> {
      capture.settle();
      const reader = capture.log.reader(new AbortController().signal);
      const lists = {
        request: () => reader.requests(),
        operation: () => reader.operations(),
        console: () => reader.console(),
        page: () => reader.pages(),
        visit: () => reader.visits(),
        rule: () => reader.rules(),
        replay: () => reader.replays(),
      };
      const found: EvidenceRecord[] = [];
      for await (const record of lists[kind]()) found.push(record);
      return found as EvidenceRecord<K>[]; // the reader lists one kind at a time
    },
    async run() {
      capture.settle();
      return capture.log.reader(new AbortController().signal).run();
    },
    async coverage(flag: string) {
      capture.settle();
      const { coverage } = await capture.log.reader(new AbortController().signal).run();
      return coverage.filter((entry) => entry.flag === flag);
    },
    batches: () => (store instanceof WatchedStore ? store.batches : []),
  };
}

export type OpenedCapture = ReturnType<typeof openCapture>;

/** A plugin that taps what it is told to. */
export function tapping(name: string, apply: (core: Core) => void): Plugin {
  const any = { type: "object", properties: {}, additionalProperties: true } as const;
  return {
    manifest: { name, summary: name, api: 1, params: any, result: any, reads: [], live: false },
    validators: { params: () => true, result: () => true },
    apply,
  };
}

/** Lets promises that are due run. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A whole exchange, its body with it. */
export function exchange(
  { say }: OpenedCapture,
  id = "1.1",
  parts: Parameters<typeof willBeSent>[1] = {},
): void {
  say("Network.requestWillBeSent", willBeSent(id, parts));
  say("Network.requestWillBeSentExtraInfo", requestExtra(id, { Accept: "*/*" }));
  say("Network.responseReceived", received(id));
  say(
    "Network.responseReceivedExtraInfo",
    responseExtra(id, 200, { "Content-Type": "application/json" }),
  );
  say("Network.dataReceived", data(id, 11));
  say("Network.loadingFinished", finished(id));
}

/** A call of the console. */
export function log({ say, clock }: OpenedCapture, text: string, type = "log"): void {
  const args = [{ type: "string", value: text }];
  say("Runtime.consoleAPICalled", { type, args, timestamp: clock.now(), executionContextId: 1 });
}
