import type { ObserverEvent, RunRecord } from "@bsk/schema";
import type { CaptureContext } from "../Core.js";
import { errors } from "../errors.js";
import type { Evidence, PluginParams, PluginReport } from "../Plugin.js";
import type { CdpEvent } from "../ports.js";
import type { EvidenceRecord, RecordKind } from "../records.js";
import type { Draft } from "../redacted.js";
import { type Sealed, seal, sealBareRun } from "../redaction/seal.js";
import { RunLog } from "../storage/RunLog.js";
import type { CaptureOptions } from "./CaptureOptions.js";
import { ChildSessions } from "./ChildSessions.js";
import { ConsoleRecorder } from "./ConsoleRecorder.js";
import { CoverageLog } from "./CoverageLog.js";
import { enableDomains } from "./domains.js";
import type { Hop } from "./Hop.js";
import { Interception } from "./Interception.js";
import { NetworkRecorder } from "./NetworkRecorder.js";
import {
  type OperationOutcome,
  OperationRecorder,
  type OperationStart,
} from "./OperationRecorder.js";
import { PageObserver } from "./PageObserver.js";
import { PageRecorder } from "./PageRecorder.js";
import { PausedJournal } from "./PausedJournal.js";
import { RecordIds } from "./RecordIds.js";
import { routeEvent } from "./routeEvent.js";
import { runOperation } from "./runOperation.js";
import { countRule, endingOf, newRun, STANDING, stopReasonOf } from "./runRecord.js";

type StopReason = NonNullable<RunRecord["stop_reason"]>;

/** Changes of a request or a repeated message within this time are redacted and stored once. */
const SETTLE_MS = 50;

/** How long a reading of the latest operation waits for answers that are on their way. */
const ANSWER_MS = 900;

/** One capture of one tab: its recorders, from the first event to the last write. */
export class Capture {
  readonly log: RunLog;
  readonly #context: CaptureContext;
  readonly #network: NetworkRecorder;
  readonly #console: ConsoleRecorder;
  readonly #pages: PageRecorder;
  readonly #operations: OperationRecorder;
  readonly #observer: PageObserver;
  readonly #interception: Interception;
  readonly #coverage = new CoverageLog();
  readonly #run: RunRecord;
  readonly runId: string;
  readonly #ids: RecordIds;
  readonly #children: ChildSessions;
  readonly #activeRules = new Set<string>();
  readonly #dirtyHops = new Set<Hop>();
  readonly #dirtyEntries = new Set<EvidenceRecord<"console">>();
  #sequence = 0;
  #settling: (() => void) | undefined;
  #unsubscribe: (() => void)[] = [];
  #untap: (() => void) | undefined;
  #stopped: Promise<void> | undefined;
  #isClosed = false;
  #isDone = false;

  constructor(private readonly options: CaptureOptions) {
    const { core, session, clock, store, runId } = options;
    const coverage = this.#coverage;
    this.#context = this.#contextForPlugins();
    this.#run = newRun(options);
    this.runId = runId;
    this.#ids = new RecordIds(runId);
    this.log = new RunLog({ run: this.#sealedRun(), store, clock, hooks: core.hooks });
    this.#children = new ChildSessions({
      session,
      clock,
      coverage,
      frameAttached: (child) => this.#interception.childAttached(child),
      workerGone: (child) => this.#network.workerGone(child),
      workerMissed: (targetId) => this.#network.workerMissed(targetId),
    });
    const workerOf = this.#children.worker.bind(this.#children);
    this.#network = new NetworkRecorder({
      runId,
      session,
      clock,
      coverage,
      workerOf,
      isAlone: options.isAlone,
      nextId: () => this.#ids.next("request"),
      changed: (hop) => this.#hopChanged(hop),
    });
    this.#interception = new Interception({
      session,
      clock,
      journal: new PausedJournal(options.volatile, options.tabId),
      children: () => this.#children.frames,
      decide: (paused) => core.hooks.requestPaused.promise(paused, this.#context),
      exactType: (networkId) => this.#network.typeOf(networkId),
      childFailed: () => coverage.add("child_capture_partial", clock.now(), "Fetch.enable"),
    });
    this.#console = new ConsoleRecorder({
      runId,
      startedAt: this.#run.started_at,
      now: () => clock.now(),
      workers: this.#children,
      isAlone: options.isAlone,
      leftOut: () => coverage.add("service_worker_shared", clock.now()),
      requestOf: (networkId) => this.#network.recordId(networkId),
      nextId: () => this.#ids.next("console"),
      changed: (record) => {
        this.#dirtyEntries.add(record);
        this.#settleSoon();
      },
    });
    this.#observer = new PageObserver({
      runId,
      session,
      clock,
      source: options.observerSource,
      said: (event) => this.#heard(event),
      navigates: () => this.#operations.pageNavigates(),
    });
    this.#pages = new PageRecorder({
      runId,
      clock,
      coverage,
      nextId: () => this.#ids.next("page"),
      emit: (record) => this.#emit("page", record),
      snapshot: () => this.#observer.snapshot(),
      isHeldUp: () => this.#observer.isHeldUp,
    });
    this.#operations = new OperationRecorder({
      runId,
      clock,
      pages: this.#pages,
      nextId: () => this.#ids.next("operation"),
      emit: (record) => this.#emit("operation", record),
      began: () => this.#console.separate(),
    });
  }

  get state(): RunRecord["state"] {
    return this.#run.state;
  }

  /** It was told to end, and takes what still comes. */
  get isEnding(): boolean {
    return this.#stopped !== undefined && this.#run.state === "capturing";
  }

  /** It has ended, and the store has all of it. */
  get isSaved(): boolean {
    return this.#isDone && this.log.isSaved;
  }

  /** Enables the domains, installs the observer, reads the page. Throws what the browser threw. */
  async start(): Promise<void> {
    const { session, core, clock, url } = this.options;
    this.#coverage.add(/^https?:/i.test(url) ? "initial_load_not_recorded" : "from_start");
    this.#unsubscribe = [
      session.onEvent((event) => this.#event(event)),
      session.onReattach((awaySince) => void this.#reattached(awaySince)),
      session.onDetach((reason) => void this.stop(stopReasonOf(reason))),
    ];
    this.#untap = core.onTapFailed(({ plugin, runId }) => {
      if (runId === this.runId) this.#coverage.add("plugin_failed", clock.now(), plugin);
    });
    await enableDomains(session);
    for (const child of session.children()) this.#children.attached(child);
    await session.attachWorkers(true);
    await core.hooks.captureStarting.promise(this.#context);
    try {
      await this.#observer.install();
      await this.#pages.readLoad(undefined);
    } catch {
      this.#coverage.add("manual_capture_unavailable");
      this.#coverage.add("performance_capture_unavailable");
    }
    if (this.#stopped) return; // detached meanwhile
    this.#saveRun();
    await this.log.flush();
  }

  /** The debugger was off the tab for a moment: what the page did meanwhile is not known. */
  async #reattached(awaySince: number): Promise<void> {
    const { session, clock } = this.options;
    this.#coverage.add("detached", awaySince);
    this.#console.reattached(awaySince);
    const enabled = enableDomains(session);
    const released = this.#interception.reattached();
    try {
      await Promise.all([enabled, released, session.attachWorkers(true)]);
      if (!this.#stopped) await this.#observer.install();
    } catch {
      this.#coverage.add("manual_capture_unavailable", clock.now());
    }
  }

  /**
   * Runs an agent's verb as an operation. What the verb throws is recorded and thrown again. `found` tells
   * what is known of it once it is done.
   */
  operation<T>(
    start: OperationStart,
    run: () => Promise<T>,
    found?: (result: T) => Pick<OperationOutcome, "target" | "fileChooser">,
  ): Promise<{ readonly result: T; readonly operationId: string }> {
    const parts = { operations: this.#operations, observer: this.#observer };
    return runOperation(parts, start, run, found);
  }

  /**
   * Protects a finished request from capacity, or no more; also of a capture that has stopped. Throws
   * `request_pending`, `pin_limit`, `pin_too_large`, and `storage_failed` when memory alone knows of it.
   */
  async pin(id: string, isPinned: boolean): Promise<void> {
    this.#sequence += 1;
    if (!this.log.pin(id, isPinned, this.#sequence)) return;
    await this.log.flush();
    const { storage_error: refused } = this.log.get("run", this.runId) ?? {};
    if (refused !== undefined) throw errors.storageFailed(`the pin of ${id} is in memory only`);
  }

  /** Makes everything seen so far readable: what waits to be redacted is, and the run's coverage is current. */
  settle(): void {
    if (this.#isClosed) return;
    this.#settling?.();
    this.#settling = undefined;
    const hops = [...this.#dirtyHops];
    const entries = [...this.#dirtyEntries];
    this.#dirtyHops.clear();
    this.#dirtyEntries.clear();
    for (const hop of hops) this.#emitHop(hop);
    for (const entry of entries) this.#emit("console", entry);
    this.#saveRun();
  }

  /** Brings what plugins keep of the page up to date, for whoever is about to read it. */
  async refresh(evidence: readonly Evidence[]): Promise<void> {
    if (this.#run.state !== "capturing") return;
    await this.options.core.hooks.beforeRead.promise(evidence, this.#context);
  }

  /** Asks a plugin to act on this capture. Throws `no_capture` once it has ended, and what the plugin throws. */
  async act(name: string, params: PluginParams, signal: AbortSignal): Promise<PluginReport> {
    const { core, sessionId } = this.options;
    if (this.#stopped) throw errors.captureNotActive(sessionId);
    return core.act(name, params, { context: this.#context, signal });
  }

  /** Reads the page again where the operation's answer may just be arriving. */
  async refreshOperation(id: string): Promise<void> {
    if (this.#run.state !== "capturing" || !this.#operations.isFresh(id)) return;
    await this.#network.quiet(ANSWER_MS);
    await this.#operations.refresh(id);
  }

  /** Ends the capture and saves it. Calling it again waits for the first. Never rejects. */
  stop(reason: StopReason): Promise<void> {
    this.#stopped ??= this.#stop(reason);
    return this.#stopped;
  }

  async #stop(reason: StopReason): Promise<void> {
    const { core, session, clock, ended } = this.options;
    const { isGone, isUnstarted } = endingOf(reason);
    const isReadable = !isGone && !isUnstarted;
    const unsubscribe = (): void => this.#unsubscribe.splice(0).forEach((end) => void end());
    if (isUnstarted) unsubscribe(); // nothing more is taken
    await this.#operations.stop({ isAskedFor: reason === "requested", isReadable });
    await core.hooks.captureStopping
      .promise(this.#context, reason)
      .catch(() => this.#coverage.add("plugin_failed", clock.now(), "captureStopping"));
    if (!isGone) await this.#stopIntercepting();
    unsubscribe();
    await this.#network.stop();
    const freed = isGone || session.attachWorkers(false).catch(() => undefined);
    if (!isGone) await this.#observer.remove();
    await freed;
    this.#run.state = "stopped";
    this.#run.stop_reason = reason;
    this.#run.stopped_at = clock.now();
    this.settle();
    await this.log.flush();
    this.#run.saved_at = clock.now();
    this.#saveRun();
    this.#isClosed = true;
    await this.log.close();
    this.#isDone = true;
    this.#untap?.();
    ended();
  }

  /** Nobody will answer held requests after this: if the browser does not stop holding, the debugger goes. */
  async #stopIntercepting(): Promise<void> {
    const { clock, detach } = this.options;
    if (await this.#interception.stop()) return;
    this.#coverage.add("control_cleanup_failed", clock.now());
    await detach();
  }

  #event(event: CdpEvent): void {
    try {
      this.#interception.handle(event);
      this.#observer.handle(event);
      routeEvent(event, {
        network: this.#network,
        console: this.#console,
        childAttached: (child) => this.#children.attached(child),
        childDetached: (child) => this.#children.detached(child),
        gap: (flag) => this.#coverage.add(flag, this.options.clock.now()),
      });
    } catch {
      // One event that is not as the protocol says must not cost the rest of the capture.
      this.#coverage.add("event_unreadable", this.options.clock.now(), event.method);
    }
    const { cdpEvent } = this.options.core.hooks;
    if (cdpEvent.taps.length > 0) cdpEvent.call(event, this.#context);
  }

  #contextForPlugins(): CaptureContext {
    const { runId, sessionId, tabId, session, clock, volatile } = this.options;
    return {
      runId,
      sessionId,
      tabId,
      session,
      clock,
      volatile,
      nextId: (kind) => this.#ids.next(kind),
      put: (kind, record) =>
        // Capture's own number goes in; the rest is what the plugin's kind asks for.
        void this.#emit(kind, { ...record, sequence: 0 } as EvidenceRecord<typeof kind>),
      reader: (signal) => {
        this.settle();
        return this.log.reader(signal);
      },
      gap: (flag, detail) => this.#coverage.add(flag, clock.now(), detail),
      askPage: (expression) => this.#observer.ask(expression),
      intercept: (patterns) => this.#interception.want(patterns),
      annotate: (paused, note) => this.#network.annotate(paused, note),
    };
  }

  #heard(event: ObserverEvent): void {
    const { observed } = this.options.core.hooks;
    if (observed.taps.length > 0) observed.call(event, this.#context);
    this.#operations.heard(event);
    if (event.type === "loaded") void this.#pages.readLoad(event.navigation);
  }

  #hopChanged(hop: Hop): void {
    this.#dirtyHops.add(hop);
    this.#settleSoon();
    if (hop.ended) this.#operations.changed();
  }

  #settleSoon(): void {
    this.#settling ??= this.options.clock.after(SETTLE_MS, () => this.settle());
  }

  #emitHop(hop: Hop): void {
    const { record, bodies, bodyMasks } = hop;
    const sealed = this.#emit("request", record, { bodies, bodyMasks });
    // The raw texts end here, whatever came of it; the states that redaction set are kept.
    hop.bodies = {};
    for (const part of ["request", "response"] as const) {
      if (!bodies[part]) continue;
      hop.record[`${part}_body`] = sealed
        ? sealed.record[`${part}_body`]
        : { state: "omitted", reason: "redaction_failed" };
    }
    if (sealed) hop.bodyMasks = sealed.bodyMasks;
  }

  #emit<K extends Exclude<RecordKind, "run">>(
    kind: K,
    record: EvidenceRecord<K>,
    ofBodies?: Pick<Draft, "bodies" | "bodyMasks">,
  ): Sealed<K> | undefined {
    if (this.#isClosed) return undefined; // a reading that ended after the capture
    this.#sequence += 1;
    record.sequence = this.#sequence;
    if (record.record === "rule") countRule(this.#run, this.#activeRules, record);
    const { hooks } = this.options.core;
    const draft: Draft<K> = { kind, record, secrets: this.options.secrets, ...ofBodies };
    if (hooks.recordCaptured.taps.length > 0) hooks.recordCaptured.call(draft, this.#context);
    const sealed = seal(hooks, draft);
    if (sealed) this.log.put(sealed.record, sealed.bodies);
    else this.#coverage.add("plugin_failed", this.options.clock.now(), "redaction");
    return sealed;
  }

  #saveRun(): void {
    this.#run.coverage = [...STANDING, ...this.#coverage.list()];
    this.#run.next_since = this.#sequence;
    this.log.put(this.#sealedRun());
  }

  #sealedRun(): Sealed<"run">["record"] {
    const sealed = seal(this.options.core.hooks, { kind: "run", record: this.#run });
    return sealed?.record ?? sealBareRun(this.#run);
  }
}
