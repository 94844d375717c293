import type { ObserverEvent, OperationRecord } from "@bsk/schema";
import { errors } from "../errors.js";
import type { Clock } from "../ports.js";
import { addPassed } from "./addPassed.js";
import { BOUNDS } from "./bounds.js";
import { cutText } from "./cutText.js";
import type { PageRecorder } from "./PageRecorder.js";

export interface OperationRecorderOptions {
  readonly runId: string;
  readonly clock: Clock;
  readonly pages: PageRecorder;
  readonly nextId: () => string;
  readonly emit: (record: OperationRecord) => void;
  /** An operation begins: what came before is not folded with what comes after. */
  readonly began: () => void;
}

export interface OperationStart {
  readonly method: string;
  readonly target?: string;
  /** How it is done, beyond what the method says. */
  readonly how?: OperationRecord["how"];
  /** Asked once, when it is about to begin. */
  readonly isCalledOff?: () => boolean;
}

export interface OperationOutcome {
  /** Why it failed; undefined when it did not. */
  readonly error?: string;
  /** A better name of the target than it began with. */
  readonly target?: string | undefined;
  readonly fileChooser?: OperationRecord["file_chooser"] | undefined;
  /** False: the page is known to be gone or silent, and is not asked now. */
  readonly isReadable?: boolean;
}

/** How a capture ends, for what still runs. */
export interface OperationStop {
  /** Somebody asked for it: typing that had not come to rest is complete then, else it is interrupted. */
  readonly isAskedFor: boolean;
  /** The page can still be read. */
  readonly isReadable: boolean;
}

/** Reading the page again after an operation: coalesced after changes, and at these times in any case. */
const FOLLOW_UP_MS = 700;
const CHECKPOINTS_MS = [2500, 7500, 14_000];

/** What the agent or a person did, one record each, with readings of the page around it. */
export class OperationRecorder {
  #current: OperationRecord | undefined;
  #previous: OperationRecord | undefined;
  /** Typing that has not come to rest. */
  #input: OperationRecord | undefined;
  /** A person's navigation whose document is not there yet: a reload, or not. */
  #navigation: OperationRecord | undefined;
  /** The page itself asked for the navigation that is to come. */
  #isPagesOwn = false;
  readonly #running = new Set<OperationRecord>();
  #followUp: (() => void) | undefined;
  #checkpoints: (() => void)[] = [];
  /** Readings run one after another. */
  #readings: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly options: OperationRecorderOptions) {}

  /**
   * Starts an operation of the agent; the page is read first, so that the start is not the reading's. Throws
   * `cancelled` when it is called off by then: it never was.
   */
  async begin(start: OperationStart): Promise<OperationRecord> {
    let before: string | undefined;
    if (!this.#isStopped) {
      await this.#enqueue(async () => {
        before = (await this.options.pages.read("before")).id;
      });
    }
    if (start.isCalledOff?.()) throw errors.cancelled("The command");
    return this.#open("agent", start, this.options.clock.now(), before);
  }

  /** Ends it, reads the page, and goes on watching for its window. */
  async finish(operation: OperationRecord, outcome: OperationOutcome = {}): Promise<void> {
    if (operation.state !== "running") return; // the capture stopped before
    const { error, target, fileChooser, isReadable = true } = outcome;
    if (fileChooser) operation.file_chooser = fileChooser;
    const named = cutText(target ?? "", BOUNDS.targetChars);
    if (named) operation.target = named;
    this.#close(operation, this.options.clock.now(), error);
    if (isReadable) await this.#readAfter(operation);
    this.#watch(operation);
  }

  /** What a person did, as the observer tells it. */
  heard(event: ObserverEvent): void {
    switch (event.type) {
      case "input_started":
        if (this.#input) this.#finishInput(this.#input, event.at);
        this.#input = this.#open("human", { method: "input", ...targetOf(event) }, event.at);
        break;
      case "input_finished":
        if (this.#input) this.#finishInput(this.#input, event.at);
        this.#input = undefined;
        break;
      case "click":
      case "submit":
      case "key":
        this.#finishHuman(
          this.#open("human", { method: event.type, ...targetOf(event) }, event.at),
          event.end ?? event.at,
        );
        break;
      case "text_passed":
        this.#textPassed(event);
        break;
      case "page_changed":
        this.changed();
        break;
      case "pagehide":
        this.#left(event.at);
        break;
      case "loaded":
        this.#arrived(event.navigation);
        break;
      default:
    }
  }

  /** The page asked for a navigation of its main frame: script, link, form. The person's own are not announced. */
  pageNavigates(): void {
    this.#isPagesOwn = true;
  }

  /** Something happened that may show on the page: it is read once things are quiet. */
  changed(): void {
    const operation = this.#current;
    if (!operation || this.#followUp || this.#isStopped || !this.#isObserved(operation)) return;
    this.#followUp = this.options.clock.after(FOLLOW_UP_MS, () => {
      this.#followUp = undefined;
      this.#readChange(operation);
    });
  }

  /** Whether it is the latest operation and its immediate window is open: its answer may be on the way. */
  isFresh(id: string): boolean {
    const operation = this.#current;
    if (operation?.id !== id || this.#isStopped) return false;
    return this.options.clock.now() <= (operation.window_end ?? 0);
  }

  /** Reads the page of the latest operation again. */
  async refresh(id: string): Promise<void> {
    const operation = this.#current;
    if (operation?.id !== id || this.#isStopped) return;
    this.#readChange(operation);
    await this.#readings;
  }

  /** Ends what still runs, takes a last reading, and stops every timer. */
  async stop({ isAskedFor, isReadable }: OperationStop): Promise<void> {
    const now = this.options.clock.now();
    if (this.#input && isAskedFor) this.#finishInput(this.#input, now);
    this.#isStopped = true;
    this.#cancelTimers();
    for (const operation of this.#running) this.#interrupt(operation, now);
    if (this.#current && isReadable) this.#readChange(this.#current);
    await this.#readings;
  }

  /** It belongs to what was done last when it came, though it may have gone under the next one. */
  #textPassed(event: ObserverEvent): void {
    const operation = [this.#current, this.#previous].find((one) => one && isWithin(one, event.at));
    if (operation && addPassed(operation, event)) this.options.emit(operation);
  }

  #open(
    source: OperationRecord["source"],
    { method, target, how }: OperationStart,
    at: number,
    before?: string,
  ): OperationRecord {
    this.#endWindow(at);
    this.options.began();
    const operation: OperationRecord = {
      record: "operation",
      id: this.options.nextId(),
      run_id: this.options.runId,
      sequence: 1, // set when it is emitted
      method,
      source,
      started_at: at,
      state: "running",
    };
    const named = cutText(target ?? "", BOUNDS.targetChars);
    if (named) operation.target = named;
    if (how) operation.how = how;
    if (before) operation.before = before;
    this.#previous = this.#current;
    this.#current = operation;
    this.#running.add(operation);
    if (this.#isStopped) this.#interrupt(operation, at);
    else this.options.emit(operation);
    return operation;
  }

  #close(operation: OperationRecord, at: number, error?: string): void {
    this.#end(operation, at);
    operation.state = error === undefined ? "completed" : "error";
    if (error !== undefined) operation.error = cutText(error, 1024) || "The message was not kept.";
    this.options.emit(operation);
  }

  #end(operation: OperationRecord, at: number): void {
    const isLatest = operation === this.#current;
    this.#running.delete(operation);
    operation.finished_at = at;
    operation.window_end = isLatest ? at + BOUNDS.windowMs : at;
    operation.observation_end = isLatest ? at + BOUNDS.observationMs : at;
  }

  #interrupt(operation: OperationRecord, at: number): void {
    this.#running.delete(operation);
    operation.state = "interrupted";
    operation.finished_at = at;
    this.options.emit(operation);
  }

  #finishHuman(operation: OperationRecord, at: number): void {
    this.#close(operation, at);
    void this.#readAfter(operation);
    this.#watch(operation);
  }

  /** Typing goes on as running until what was typed has been read. */
  #finishInput(operation: OperationRecord, at: number): void {
    this.#end(operation, at);
    void this.#readAfter(operation);
    this.#watch(operation);
  }

  /** The document goes away, and neither an operation nor the page itself is known to be why: the person did it. */
  #left(at: number): void {
    const isPagesOwn = this.#isPagesOwn;
    this.#isPagesOwn = false;
    const latest = this.#current;
    // One that goes on has no end of its window yet.
    const isExplained = latest && at <= (latest.window_end ?? Number.POSITIVE_INFINITY);
    if (isPagesOwn || isExplained) return;
    const operation = this.#open("human", { method: "navigate" }, at);
    this.#navigation = operation;
    this.#close(operation, at);
    this.#watch(operation); // no reading now: there is no page to read
  }

  #arrived(navigation: string | undefined): void {
    const operation = this.#navigation;
    this.#navigation = undefined;
    if (!operation || navigation !== "reload") return;
    operation.method = "reload";
    this.options.emit(operation);
  }

  /** The next operation ends the window of the one before. */
  #endWindow(at: number): void {
    this.#cancelTimers();
    const previous = this.#current;
    if (!previous || at >= (previous.observation_end ?? 0)) return;
    const end = Math.max(at, previous.finished_at ?? at);
    previous.window_end = Math.min(previous.window_end ?? end, end);
    previous.observation_end = end;
    if (previous.state !== "running") this.options.emit(previous); // else with its reading
  }

  #watch(operation: OperationRecord): void {
    if (operation !== this.#current || this.#isStopped) return;
    this.#checkpoints = CHECKPOINTS_MS.map((ms) =>
      this.options.clock.after(ms, () => this.#readChange(operation)),
    );
    this.changed();
  }

  #readAfter(operation: OperationRecord): Promise<void> {
    return this.#enqueue(async () => {
      try {
        operation.after = (await this.options.pages.read("after", operation.id)).id;
      } finally {
        if (operation.state === "running") operation.state = "completed";
        this.options.emit(operation);
      }
    });
  }

  #readChange(operation: OperationRecord): void {
    void this.#enqueue(async () => {
      if (!this.#isObserved(operation)) return;
      const kept = operation.observations ?? [];
      const full = kept.length >= BOUNDS.observationsPerOperation;
      const replaced = full ? kept.at(-1) : undefined;
      const record = await this.options.pages.readChange(operation.id, replaced);
      if (!record) return;
      if (full) operation.observation_limited = true;
      else operation.observations = [...kept, record.id];
      this.options.emit(operation);
    });
  }

  /** It has ended, and not so long ago that a change of the page were none of its own. */
  #isObserved({ observation_end: end }: OperationRecord): boolean {
    return this.options.clock.now() <= (end ?? 0);
  }

  #enqueue(reading: () => Promise<void>): Promise<void> {
    const done = this.#readings.then(reading);
    this.#readings = done.catch(() => undefined); // a reading that fails costs itself
    return done;
  }

  #cancelTimers(): void {
    this.#followUp?.();
    this.#followUp = undefined;
    for (const cancel of this.#checkpoints.splice(0)) cancel();
  }
}

function isWithin({ started_at: from, observation_end: to }: OperationRecord, at: number): boolean {
  return at >= from && at <= (to ?? Number.POSITIVE_INFINITY);
}

function targetOf(event: ObserverEvent): { readonly target?: string } {
  return event.target === undefined ? {} : { target: event.target };
}
