import {
  analyzeRun,
  CAPTURES_PER_BROWSER,
  type Capture,
  type CdpSession,
  type Clock,
  type Core,
  type EvidenceReader,
  type EvidenceStore,
  enforceHistory,
  errors,
  exportRun,
  fitReport,
  type KnownSecrets,
  listHistory,
  listRuns,
  longId,
  type OperationOutcome,
  type OperationStart,
  oneRun,
  type PluginReport,
  pinSaved,
  type Restart,
  recoverRuns,
  savedReader,
  type VolatileState,
  waitForRequest,
} from "@bsk/core";
import type { ActionParams, ActionResults, Environment, RunRecord } from "@bsk/schema";
import { beginCapture } from "./beginCapture.js";
import { Exports } from "./Exports.js";
import { findRun } from "./findRun.js";
import { LiveRuns } from "./LiveRuns.js";
import { readRun } from "./reads.js";
import { Starts } from "./Starts.js";

export interface AttachedTab extends CdpSession {
  readonly tabId: number;
}

export interface CapturesOptions<Tab extends AttachedTab> {
  readonly core: Core;
  readonly store: EvidenceStore;
  readonly volatile: VolatileState;
  readonly clock: Clock;
  readonly debuggers: {
    acquire(tabId: number): Promise<Tab>;
    release(tab: Tab): Promise<void>;
    /** Detaches it whoever holds it. */
    drop(tab: Tab): Promise<void>;
  };
  /** What the session that captures typed into secret fields, and what was typed in the tab before. */
  secretsOf(tabId: number, session: string): KnownSecrets;
  /** Whether no other tab can be served by the service worker with that URL. Never rejects. */
  isAloneAt(tabId: number, workerUrl: string): Promise<boolean>;
  readonly environment: Environment;
  readonly observerSource: string;
}

/** The session that owns runs. Its identity is the object; the list is kept by it, and outlives the worker. */
export interface RunOwner {
  readonly id: string;
  readonly runs: { readonly runId: string; readonly tabId: number }[];
}

export interface Acting {
  readonly signal: AbortSignal;
  /** Whether who asks may act on the tab, and not only read. */
  readonly mayAct: (tabId: number) => boolean;
}

type StopReason = NonNullable<RunRecord["stop_reason"]>;

/** Every capture of this browser: who may start one, which is live, and what a session may read. */
export class Captures<Tab extends AttachedTab> {
  readonly #live = new LiveRuns();
  readonly #starting = new Starts();
  /** Sessions that are over: nothing starts for them, also when it was asked for before. */
  readonly #over = new WeakSet<RunOwner>();
  readonly #exports = new Exports();

  constructor(private readonly options: CapturesOptions<Tab>) {}

  /** At boot: runs of a worker that died are told as interrupted, and history is cut to its bounds. */
  async recover(restart: Restart): Promise<void> {
    const { store, clock } = this.options;
    await recoverRuns(store, restart, clock.now());
    await enforceHistory(store, clock.now());
  }

  /**
   * Starts a capture of an owned tab; the same tab again gives the run that is there. Throws `session_not_found`,
   * `cancelled`, and what keeps it from starting.
   */
  async start(
    owner: RunOwner,
    tabId: number,
    params: ActionParams["debug/start"],
    signal: AbortSignal,
  ): Promise<ActionResults["debug/start"]> {
    if (this.#over.has(owner)) throw errors.sessionNotFound(owner.id);
    const ending = this.#live.capturing(tabId)?.capture;
    if (ending?.isEnding) await ending.stop("requested"); // by whom it was: it records no more
    const running = this.#live.capturing(tabId);
    if (running && running.owner !== owner)
      throw errors.notOwner("The capture of that tab", owner.id);
    if (running) {
      return { ...oneRun(await runOf(running.capture), undefined), already_running: true };
    }
    if (this.#starting.has(tabId))
      throw errors.captureStartFailed("a capture of this tab is starting");
    const other = this.#starting.tabOf(owner) ?? this.#live.tabOf(owner);
    if (other !== undefined) throw errors.captureElsewhere(other, owner.id);
    const capturing = this.#live.owners();
    if (capturing.length + this.#starting.size >= CAPTURES_PER_BROWSER)
      throw errors.captureLimit(CAPTURES_PER_BROWSER, capturing);
    this.#live.makeRoom(this.#starting.size);
    const capture = await this.#starting.run({ owner, tabId, signal }, async (givenUp) => {
      const starting = this.#starting.size + 1;
      const ended = (runId: string): void => this.#live.letGo(runId);
      const asked = { tabId, params, signal: givenUp, starting, ended };
      const begun = await beginCapture(this.options, asked);
      this.#live.set(begun.runId, { capture: begun, tabId, owner });
      this.#live.letGo(begun.runId); // it may have ended as it began
      owner.runs.push({ runId: begun.runId, tabId });
      return begun;
    });
    return oneRun(await runOf(capture), undefined);
  }

  async stop(
    owner: RunOwner,
    params: ActionParams["debug/stop"],
  ): Promise<ActionResults["debug/stop"]> {
    const { runId } = findRun(owner, params);
    const live = this.#live.get(runId);
    if (live) await this.#end(live.capture, "requested");
    const reader = await this.#reader(owner, params, new AbortController().signal);
    return oneRun(await reader.run(), params.budget);
  }

  /** Every run of the session, live and saved; by id or tab the ones that are meant. */
  async status(
    owner: RunOwner,
    params: ActionParams["debug/status"],
  ): Promise<ActionResults["debug/status"]> {
    const { run_id: runId, tab_id: tabId, budget } = params;
    if (runId !== undefined) findRun(owner, params);
    const wanted = owner.runs.filter(
      (run) =>
        (runId === undefined || run.runId === runId) &&
        (tabId === undefined || run.tabId === tabId),
    );
    const ids = new Set(wanted.map((run) => run.runId));
    // A disk that cannot be read must not hide what is in memory.
    const isInMemory = wanted.every((run) => this.#live.has(run.runId));
    const runs = isInMemory ? await this.#runsInMemory() : await this.everyRun();
    return listRuns(
      runs.filter(({ id }) => ids.has(id)),
      budget,
    );
  }

  /** The runs that a session may read; with `isOpen` those of the whole profile. */
  async history(
    owner: RunOwner,
    params: ActionParams["debug/history"],
    { isOpen }: { readonly isOpen: boolean },
  ): Promise<ActionResults["debug/history"]> {
    if (params.all === true && !isOpen) throw errors.historyNotAllowed(params.session);
    const owned = new Set(owner.runs.map(({ runId }) => runId));
    const runs = await this.everyRun();
    const shown = params.all === true ? runs : runs.filter(({ id }) => owned.has(id));
    return listHistory(shown, owned, params);
  }

  /** Protects a request of a running capture or a saved run from capacity, or no more. */
  async pin(
    owner: RunOwner,
    params: ActionParams["debug/pin"],
    { isPinned, signal }: { readonly isPinned: boolean; readonly signal: AbortSignal },
  ): Promise<ActionResults["debug/pin"]> {
    const { runId } = findRun(owner, params);
    const read = async (): Promise<unknown> =>
      readRun("debug/request", await this.#reader(owner, params, signal), params);
    await read(); // throws where there is no such request
    const id = longId(runId, "request", params.id) ?? params.id;
    const live = this.#live.get(runId);
    if (live) await live.capture.pin(id, isPinned);
    else await pinSaved(this.options.store, { runId, id, isPinned });
    return (await read()) as ActionResults["debug/pin"]; // what `debug/request` answers
  }

  /** All reads of evidence: `debug/requests` and its kin, analyzers, exports. Throws `unknown_method`. */
  async read(
    method: string,
    owner: RunOwner,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    // The wire validated the parameters of this very method.
    switch (method) {
      case "debug/analyze": {
        const analysis = params as ActionParams["debug/analyze"];
        await this.#refresh(owner, analysis);
        return analyzeRun(this.options.core, await this.#reader(owner, analysis, signal), analysis);
      }
      case "export/open":
        return this.#openExport(owner, params as ActionParams["export/open"], signal);
      case "export/next": {
        const { export_id: id, part } = params as ActionParams["export/next"];
        return { text: this.#exports.next(owner, id, part) };
      }
      case "export/close":
        return this.#exports.close(owner, (params as ActionParams["export/close"]).export_id);
      default: {
        const choice = params as ActionParams["debug/request"];
        if (method === "debug/operation") await this.#refreshOperation(owner, choice);
        if (method === "panel/visits")
          await this.#live.get(findRun(owner, choice).runId)?.capture.refresh(["visits"]);
        const answer = readRun(method, await this.#reader(owner, choice, signal), params);
        if (!answer) throw errors.unknownMethod(method);
        return answer;
      }
    }
  }

  /** Until such a request is complete. Throws `wait_timeout`, `capture_ended`, `cancelled`, and as `read`. */
  async waitFor(
    owner: RunOwner,
    params: ActionParams["debug/wait-for"],
    signal: AbortSignal,
  ): Promise<ActionResults["debug/wait-for"]> {
    const { runId } = findRun(owner, params);
    const live = this.#live.get(runId)?.capture;
    const reader = async (): Promise<EvidenceReader> =>
      live ? readerOf(live, signal) : this.#reader(owner, { ...params, run_id: runId }, signal);
    return waitForRequest({ reader, live }, params, { clock: this.options.clock, signal });
  }

  /**
   * Asks a plugin to act on a running capture of the session. Throws `no_capture` when that run has ended, and
   * `capture_reads_only`.
   */
  async act(
    owner: RunOwner,
    params: ActionParams["debug/act"],
    { signal, mayAct }: Acting,
  ): Promise<ActionResults["debug/act"]> {
    const { id } = params.params;
    const choice = { ...params, ...(typeof id === "string" ? { id } : {}) };
    const live = this.#live.get(findRun(owner, choice).runId);
    if (live?.capture.state !== "capturing") throw errors.captureNotActive(params.session);
    if (!mayAct(live.tabId)) throw errors.captureReadsOnly(live.tabId, params.session);
    const report: PluginReport = await live.capture.act(params.name, params.params, signal);
    const reader = await this.#reader(owner, choice, signal);
    return fitReport({ run: await reader.run(), report: { ...report } }, params);
  }

  /** Runs a verb, as an operation of the tab's capture where there is one. */
  async operation<T>(
    tabId: number,
    start: OperationStart,
    run: () => Promise<T>,
    found?: (result: T) => Pick<OperationOutcome, "target" | "fileChooser">,
  ): Promise<{ readonly result: T; readonly operation_id?: string }> {
    const live = this.#live.capturing(tabId);
    if (!live) return { result: await run() };
    const { result, operationId } = await live.capture.operation(start, run, found);
    return { result, operation_id: operationId };
  }

  activeRunOf(tabId: number): string | undefined {
    return this.#live.capturing(tabId)?.capture.runId;
  }

  /** Ends the tab's capture, also one that is on its way. */
  async stopTab(tabId: number, reason: StopReason): Promise<void> {
    await this.#starting.cancel((_owner, starting) => starting === tabId);
    const live = this.#live.capturing(tabId);
    if (live) await this.#end(live.capture, reason);
  }

  /** Ends what the session captures, also what is on its way; afterwards nothing starts for it. */
  async stopSession(owner: RunOwner, reason: StopReason): Promise<void> {
    this.#over.add(owner);
    await this.#starting.cancel((by) => by === owner);
    const ending = [...this.#live.values()].filter(
      (live) => live.owner === owner && live.capture.state === "capturing",
    );
    await Promise.all(ending.map(({ capture }) => this.#end(capture, reason)));
    owner.runs.length = 0;
  }

  /** Every run of this profile, oldest first; of one in memory its latest state. */
  async everyRun(): Promise<readonly RunRecord[]> {
    const live = await this.#runsInMemory();
    const ids = new Set(live.map(({ id }) => id));
    const saved = (await this.options.store.runs()).filter(({ id }) => !ids.has(id));
    return [...saved, ...live].sort((one, other) => one.started_at - other.started_at);
  }

  #runsInMemory(): Promise<RunRecord[]> {
    return Promise.all([...this.#live.values()].map(({ capture }) => runOf(capture)));
  }

  /** Lets go of a stopped run once its last write is done, so that it can be deleted. Throws `run_capturing`. */
  async forget(runId: string): Promise<void> {
    const capture = this.#live.get(runId)?.capture;
    if (capture?.state === "capturing") throw errors.runCapturing(runId);
    await capture?.stop("requested"); // it has stopped: this waits for its end
    this.#live.delete(runId);
  }

  async #end(capture: Capture, reason: StopReason): Promise<void> {
    await capture.stop(reason);
    // Where the disk cannot be read now, the next start makes room.
    await enforceHistory(this.options.store, this.options.clock.now()).catch(() => undefined);
  }

  async #openExport(
    owner: RunOwner,
    params: ActionParams["export/open"],
    signal: AbortSignal,
  ): Promise<ActionResults["export/open"]> {
    const live = this.#live.get(findRun(owner, params).runId)?.capture;
    live?.settle();
    const reader = await (live?.log.snapshot(signal) ?? this.#reader(owner, params, signal));
    const recording = await exportRun(reader, this.options.core, this.options.clock.now());
    const text = `${JSON.stringify(recording, null, 2)}\n`;
    return {
      run_id: recording.run.id,
      ...this.#exports.open(owner, { runId: recording.run.id, text }),
    };
  }

  async #refreshOperation(owner: RunOwner, params: ActionParams["debug/operation"]): Promise<void> {
    const { runId } = findRun(owner, params);
    const id = params.id.includes(":") ? params.id : `${runId}:${params.id}`;
    await this.#live.get(runId)?.capture.refreshOperation(id);
  }

  /** What a plugin keeps of the page is asked for anew before it is read. */
  async #refresh(owner: RunOwner, params: ActionParams["debug/analyze"]): Promise<void> {
    const { plugin } = this.options.core.command(params.name);
    const live = this.#live.get(findRun(owner, params).runId);
    await live?.capture.refresh(plugin.manifest.reads);
  }

  async #reader(
    owner: RunOwner,
    params: ActionParams["debug/status"] & { readonly id?: string },
    signal: AbortSignal,
  ): Promise<EvidenceReader> {
    const { runId } = findRun(owner, params);
    const live = this.#live.get(runId);
    if (live) return readerOf(live.capture, signal);
    const reader = await savedReader(this.options.store, runId, signal);
    if (!reader) throw errors.runNotFound(runId, params.session);
    return reader;
  }
}

function readerOf(capture: Capture, signal: AbortSignal): EvidenceReader {
  capture.settle();
  return capture.log.reader(signal);
}

async function runOf(capture: Capture): Promise<RunRecord> {
  return readerOf(capture, new AbortController().signal).run();
}
