import { OPTIONAL_FIELDS } from "@bsk/core";
import type { LinkedOperation, RequestRow, RunRecord } from "@bsk/schema";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { PanelError } from "../messages.js";
import { askRun, errorOf } from "./ask.js";
import { FollowedRows } from "./FollowedRows.js";
import { poll } from "./poll.js";

const POLL_MS = 1500;

/** One run on the page: its record, requests and operations, kept current while it is being recorded. */
export class RunStore {
  readonly #run = signal<RunRecord | undefined>(undefined);
  readonly #requests: FollowedRows<RequestRow>;
  readonly #operations: FollowedRows<LinkedOperation>;
  readonly #error = signal<PanelError | undefined>(undefined);
  readonly #isLoaded = signal(false);
  #end: () => void = () => undefined;

  constructor(readonly runId: string) {
    this.#requests = new FollowedRows(async (since) => {
      // Named, the initiator comes with its frames: they say whose a request is.
      const params = { since, kind: "all" as const, fields: [...OPTIONAL_FIELDS] };
      const { run, requests, ...answer } = await askRun(runId, "debug/requests", params);
      this.#run.value = run;
      return { ...answer, rows: requests };
    });
    this.#operations = new FollowedRows(async (since) => {
      const { operations, ...answer } = await askRun(runId, "debug/operations", { since });
      return { ...answer, rows: operations };
    });
  }

  get run(): ReadonlySignal<RunRecord | undefined> {
    return this.#run;
  }

  get requests(): ReadonlySignal<ReadonlyMap<string, RequestRow>> {
    return this.#requests.rows;
  }

  get operations(): ReadonlySignal<ReadonlyMap<string, LinkedOperation>> {
    return this.#operations.rows;
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
    await this.#operations.readOn();
    await this.#requests.readOn();
  }
}
