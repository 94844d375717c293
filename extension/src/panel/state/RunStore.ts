import { OPTIONAL_FIELDS } from "@bsk/core";
import type { LinkedOperation, RequestRow, RunRecord } from "@bsk/schema";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { PanelError } from "../messages.js";
import { mergeRows } from "../model/merge.js";
import { askRun, errorOf } from "./ask.js";
import { poll } from "./poll.js";

const POLL_MS = 1500;

/** One run on the page: its record, requests and operations, kept current while it is being recorded. */
export class RunStore {
  readonly #run = signal<RunRecord | undefined>(undefined);
  readonly #requests = signal<ReadonlyMap<string, RequestRow>>(new Map());
  readonly #operations = signal<ReadonlyMap<string, LinkedOperation>>(new Map());
  readonly #error = signal<PanelError | undefined>(undefined);
  readonly #isLoaded = signal(false);
  #requestsSince = 0;
  #operationsSince = 0;
  #end: () => void = () => undefined;

  constructor(readonly runId: string) {}

  get run(): ReadonlySignal<RunRecord | undefined> {
    return this.#run;
  }

  get requests(): ReadonlySignal<ReadonlyMap<string, RequestRow>> {
    return this.#requests;
  }

  get operations(): ReadonlySignal<ReadonlyMap<string, LinkedOperation>> {
    return this.#operations;
  }

  get error(): ReadonlySignal<PanelError | undefined> {
    return this.#error;
  }

  /** Everything there is was read once. */
  get isLoaded(): ReadonlySignal<boolean> {
    return this.#isLoaded;
  }

  /** Being recorded now: it may change, and can be acted on. */
  get isLive(): boolean {
    return this.#run.value?.state === "capturing";
  }

  /** Reads the run, and goes on while it is recorded. */
  start(): void {
    this.#end = poll(
      () => this.refresh(),
      POLL_MS,
      () => this.isLive || this.#error.value !== undefined,
    );
  }

  stop(): void {
    this.#end();
  }

  /** Reads what is new. Never rejects: what failed is shown. */
  async refresh(): Promise<void> {
    const wasLive = this.isLive;
    try {
      await this.#readAll();
      this.#error.value = undefined;
      if (wasLive && !this.isLive) await this.#readAll(); // it stopped meanwhile: its last changes
    } catch (error) {
      this.#error.value = errorOf(error);
    }
    this.#isLoaded.value = true;
  }

  async #readAll(): Promise<void> {
    await this.#readOperations();
    const total = await this.#readRequests();
    if (this.#requests.value.size > total) {
      // Capacity took some: they are not evidence any more.
      this.#requests.value = new Map();
      this.#requestsSince = 0;
      await this.#readRequests();
    }
  }

  async #readRequests(): Promise<number> {
    for (;;) {
      const since = this.#requestsSince;
      const answer = await askRun(this.runId, "debug/requests", {
        since,
        kind: "all",
        fields: [...OPTIONAL_FIELDS], // named, the initiator comes with its frames: they say whose a request is
      });
      batch(() => {
        this.#run.value = answer.run;
        this.#requests.value = mergeRows(this.#requests.value, answer.requests);
      });
      this.#requestsSince = answer.next_since;
      if (answer.requests.length === 0 || answer.next_since <= since) return answer.total;
    }
  }

  async #readOperations(): Promise<void> {
    for (;;) {
      const since = this.#operationsSince;
      const answer = await askRun(this.runId, "debug/operations", { since });
      this.#operations.value = mergeRows(this.#operations.value, answer.operations);
      this.#operationsSince = answer.next_since;
      if (answer.operations.length === 0 || answer.next_since <= since) return;
    }
  }
}
