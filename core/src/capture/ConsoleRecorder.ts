import type { ConsoleRecord, WorkerSource } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { BOUNDS } from "./bounds.js";
import { boundUrl } from "./boundUrl.js";
import { consoleText } from "./consoleText.js";
import { cutText } from "./cutText.js";
import { framesOf } from "./frames.js";
import { placeInText } from "./placeInText.js";

type Level = ConsoleRecord["level"];

export interface WorkerSessions {
  worker(sessionId: string | undefined): WorkerSource | undefined;
  /** What workers say is told by their own sessions: the copy that their page gets of it says nothing new. */
  readonly hearsWorkers: boolean;
}

export interface ConsoleRecorderOptions {
  readonly runId: string;
  readonly startedAt: number;
  /** Epoch ms. */
  readonly now: () => number;
  readonly workers: WorkerSessions;
  /** Whether a service worker can only serve this tab now. Never rejects. */
  readonly isAlone: (workerUrl: string) => Promise<boolean>;
  /** What may be of another tab is left out. */
  readonly leftOut: () => void;
  /** Id of the record of a request, by the browser's id. */
  readonly requestOf: (networkId: string) => string | undefined;
  readonly nextId: () => string;
  /** A record is new, or counts one repeat more. */
  readonly changed: (record: ConsoleRecord) => void;
}

const LEVELS: ReadonlyMap<string, Level> = new Map<string, Level>([
  ["error", "error"],
  ["assert", "error"],
  ["warning", "warning"],
  ["info", "info"],
  ["debug", "debug"],
  ["verbose", "verbose"],
]);
/** Repeats within this time are folded into one entry with a count. */
const FOLD_MS = 1000;
/** Messages that are known when the browser tells them once more. */
const REMEMBERED = 1000;
/** What is told so late was told before. */
const LATE_MS = 1000;
const BROWSER_SOURCES = new Set(["deprecation", "intervention", "violation", "security"]);

/** Console calls, uncaught exceptions and the browser's log, as records. */
export class ConsoleRecorder {
  #last: ConsoleRecord | undefined;
  /** Epoch ms; what was said before it was told when it was said. */
  #heardUntil = 0;
  readonly #told = new Set<string>();

  constructor(private readonly options: ConsoleRecorderOptions) {}

  consoleCalled(event: Protocol.Runtime.ConsoleAPICalledEvent, sessionId?: string): void {
    const frames = framesOf(event.stackTrace, BOUNDS.stackFrames);
    // Without previews, which a page that is restored has no more.
    const said = event.args.map(({ type, value, description }) => [type, value ?? description]);
    if (this.#isToldAgain(event.timestamp, [said, frames[0]])) return;
    this.#add(sessionId, {
      at: event.timestamp,
      level: LEVELS.get(event.type) ?? "log",
      origin: "console",
      text: consoleText(event.args),
      ...(frames.length > 0 ? { stack: frames } : {}),
    });
  }

  exceptionThrown(event: Protocol.Runtime.ExceptionThrownEvent, sessionId?: string): void {
    const { exceptionDetails: details } = event;
    const frames = framesOf(details.stackTrace, BOUNDS.stackFrames);
    const thrown = details.exception;
    const text = thrown?.description ?? (thrown ? consoleText([thrown]) : "");
    if (this.#isToldAgain(event.timestamp, [text, frames[0]])) return;
    this.#add(sessionId, {
      at: event.timestamp,
      level: "error",
      origin: "exception",
      text: [details.text, text].filter(Boolean).join(" "),
      ...(frames.length > 0 ? { stack: frames } : {}),
      // Of what JSON.parse throws the browser's own place is in the JSON: the stack knows better.
      ...(frames.length === 0 ? (placeInText(text) ?? placeOf(details)) : {}),
    });
  }

  logAdded(event: Protocol.Log.EntryAddedEvent, sessionId?: string): void {
    const { entry } = event;
    if (entry.source === "worker" && this.options.workers.hearsWorkers) return;
    if (this.#isToldAgain(entry.timestamp, [entry.text, entry.url])) return;
    const frames = framesOf(entry.stackTrace, BOUNDS.stackFrames);
    const { networkRequestId: networkId } = entry;
    const request = networkId === undefined ? undefined : this.options.requestOf(networkId);
    this.#add(sessionId, {
      at: entry.timestamp,
      level: LEVELS.get(entry.level) ?? "log",
      origin: "browser",
      text: entry.text,
      ...(request === undefined ? {} : { request_id: request }),
      ...(frames.length > 0 ? { stack: frames } : {}),
      ...(entry.url ? { source_url: entry.url } : {}),
      ...(entry.lineNumber === undefined ? {} : { line: entry.lineNumber + 1 }),
      ...(BROWSER_SOURCES.has(entry.source) ? { source: "browser" as const } : {}),
    });
  }

  /** What follows is not folded into what came before: an operation begins. */
  separate(): void {
    this.#last = undefined;
  }

  /** What was said before the debugger was away is told anew by each page and worker, what was said meanwhile too. */
  reattached(awaySince: number): void {
    this.#heardUntil = awaySince;
  }

  /** A page that comes back from the back/forward cache has its messages told anew, with their first times. */
  #isToldAgain(at: number, facts: readonly unknown[]): boolean {
    if (at < this.#heardUntil - LATE_MS) return true;
    const key = JSON.stringify([at, ...facts]).slice(0, 2000);
    if (this.#told.has(key)) return at < this.#heardUntil || this.options.now() - at > LATE_MS;
    this.#told.add(key);
    const [oldest] = this.#told;
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest);
    return false;
  }

  #add(
    sessionId: string | undefined,
    entry: Pick<ConsoleRecord, "at" | "level" | "text"> & Partial<ConsoleRecord>,
  ): void {
    if (entry.at < this.options.startedAt) return; // Runtime.enable tells old messages again
    const [top] = entry.stack ?? [];
    const sourceUrl = entry.source_url ?? top?.url;
    const worker = this.options.workers.worker(sessionId);
    const text = cutText(entry.text, BOUNDS.consoleChars) || headOf(entry.text);
    const record: ConsoleRecord = {
      ...entry,
      record: "console",
      id: "",
      run_id: this.options.runId,
      sequence: 1, // set when it is emitted
      last_at: entry.at,
      text,
      count: 1,
      source: entry.source ?? sourceOf(sourceUrl ?? worker?.url),
    };
    if (text.length < entry.text.length) record.truncated = true;
    if (worker) record.worker = worker;
    if (sourceUrl) record.source_url = boundUrl(sourceUrl).url;
    if (top && record.line === undefined) {
      record.line = top.line;
      record.column = top.column;
    }
    if (worker?.type === "service") void this.#ofServiceWorker(record, worker.url);
    else this.options.changed(this.#folded(record));
  }

  /** It serves all tabs of its site, and does not say for which it speaks. */
  async #ofServiceWorker(record: ConsoleRecord, workerUrl: string): Promise<void> {
    const { isAlone, leftOut, changed } = this.options;
    if (await isAlone(workerUrl)) changed(this.#folded(record));
    else leftOut();
  }

  #folded(record: ConsoleRecord): ConsoleRecord {
    const last = this.#last;
    if (last && record.at - last.last_at <= FOLD_MS && sameEntry(last, record)) {
      last.count += 1;
      last.last_at = record.at;
      return last;
    }
    record.id = this.options.nextId();
    this.#last = record;
    return record;
  }
}

/** Of a text without any end of a word: enough to say what it was, and of no use to anybody who wants a secret. */
function headOf(text: string): string {
  return text === "" ? "" : `${text.slice(0, 64)}…`;
}

function sourceOf(url: string | undefined): ConsoleRecord["source"] {
  if (!url) return "unknown";
  if (/^(?:chrome|moz)-extension:/i.test(url)) return "extension";
  return /^(?:blob:)?https?:/i.test(url) ? "website" : "unknown";
}

function sameEntry(a: ConsoleRecord, b: ConsoleRecord): boolean {
  return (
    a.text === b.text &&
    a.level === b.level &&
    a.origin === b.origin &&
    a.source === b.source &&
    a.request_id === b.request_id &&
    a.worker?.type === b.worker?.type &&
    a.worker?.url === b.worker?.url &&
    a.source_url === b.source_url &&
    a.line === b.line &&
    a.column === b.column
  );
}

function placeOf({
  url,
  lineNumber,
  columnNumber,
}: Protocol.Runtime.ExceptionDetails): Pick<ConsoleRecord, "source_url" | "line" | "column"> {
  return url ? { source_url: url, line: lineNumber + 1, column: columnNumber + 1 } : {};
}
