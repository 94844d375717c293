import { ConsoleRecorder, type KnownSecrets, redactText, redactUrl } from "@bsk/core";
import type { ConsoleRecord, ConsoleRow } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { Ring, type RingPage } from "./Ring.js";

const URL_CHARS = 2048;
const FRAMES = 20;

/** The tab's latest console messages, redacted before they are kept. */
export class ConsoleLog {
  readonly #ring = new Ring<ConsoleRow>();
  readonly #recorder: ConsoleRecorder;
  #ids = 0;
  #lastId: string | undefined;

  /** `startedAt`, epoch ms: what the browser still tells of before is left out. */
  constructor(
    startedAt: number,
    private readonly secrets: () => KnownSecrets,
  ) {
    this.#recorder = new ConsoleRecorder({
      runId: "",
      startedAt,
      now: Date.now,
      workers: { worker: () => undefined, hearsWorkers: false },
      isAlone: async () => false, // it hears no workers
      leftOut: () => undefined,
      requestOf: () => undefined, // no capture, no record
      nextId: () => {
        this.#ids += 1;
        return String(this.#ids);
      },
      changed: (record) => this.#changed(record),
    });
  }

  see(method: string, params: unknown): void {
    // By the protocol.
    switch (method) {
      case "Runtime.consoleAPICalled":
        this.#recorder.consoleCalled(params as Protocol.Runtime.ConsoleAPICalledEvent);
        break;
      case "Runtime.exceptionThrown":
        this.#recorder.exceptionThrown(params as Protocol.Runtime.ExceptionThrownEvent);
        break;
      case "Log.entryAdded":
        this.#recorder.logAdded(params as Protocol.Log.EntryAddedEvent);
        break;
      default:
    }
  }

  read(since: number, limit: number): RingPage<ConsoleRow> {
    return this.#ring.read(since, limit);
  }

  /** A repeat is counted in its row. */
  #changed(record: ConsoleRecord): void {
    const isRepeat = this.#lastId === record.id;
    this.#lastId = record.id;
    const make = (seq: number): ConsoleRow => ({
      seq,
      at: record.at,
      level: record.level,
      origin: record.origin ?? "console",
      text: this.#text(record.text),
      count: record.count,
      ...(record.truncated ? { truncated: true } : {}),
      ...(record.source_url === undefined ? {} : { url: this.#url(record.source_url) }),
      ...(record.line === undefined ? {} : { line: record.line }),
      ...(record.column === undefined ? {} : { column: record.column }),
      ...(record.stack === undefined
        ? {}
        : { stack: record.stack.slice(0, FRAMES).map((at) => this.#frame(at)) }),
    });
    if (isRepeat) this.#ring.changeLast(make);
    else this.#ring.add(make);
  }

  #frame(at: NonNullable<ConsoleRecord["stack"]>[number]): string {
    const name = at.function === undefined ? "" : this.#text(at.function);
    return `${name || "(anonymous)"} ${this.#url(at.url)}:${at.line}:${at.column}`;
  }

  #text(foreign: string): string {
    return redactText(this.secrets().redact(foreign));
  }

  #url(foreign: string): string {
    return redactUrl(this.secrets().redact(foreign).slice(0, URL_CHARS));
  }
}
