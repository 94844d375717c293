import type { Coverage, ObserverEvent, Recording } from "@bsk/schema";
import type {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  HookMap,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from "tapable";
import { declaredReader } from "./analysis/declaredReader.js";
import type { EvidenceReader } from "./EvidenceReader.js";
import { BskError, errors } from "./errors.js";
import { guardTaps, type TapFailure, type TapFigures } from "./guardTaps.js";
import {
  asyncSeriesBailHook,
  asyncSeriesHook,
  asyncSeriesWaterfallHook,
  hookMap,
  syncBailHook,
  syncHook,
  syncWaterfallHook,
} from "./hooks.js";
import type { InterceptPattern, PausedRequest, PausedVerdict, RequestNote } from "./intercept.js";
import type { Evidence, Plugin, PluginParams, PluginReport } from "./Plugin.js";
import { type PluginEntry, pluginCommands } from "./pluginCommands.js";
import type { CdpEvent, CdpSession, Clock, EvidenceBatch, VolatileState } from "./ports.js";
import type { EvidenceRecord, RecordKind } from "./records.js";
import type { Draft, Redacted } from "./redacted.js";
import { redactDraft } from "./redaction/redactDraft.js";

/** The kinds of record that a plugin makes itself. */
export type PluginRecordKind = Extract<RecordKind, "visit" | "rule" | "replay">;

/** What a tap of the capture stage may know and do. One object for the whole of a capture. */
export interface CaptureContext {
  readonly runId: string;
  /** Whose run it is; a hint's command names it. */
  readonly sessionId: string;
  readonly tabId: number;
  readonly session: CdpSession;
  readonly clock: Clock;
  /** Small state that dies with the browser; keys are the plugin's own. */
  readonly volatile: VolatileState;
  /** A new id of that kind, `d…:r1`. */
  nextId(kind: PluginRecordKind): string;
  /** Redacts and keeps a record, or its next version under the same id; `sequence` is set here. */
  put<K extends PluginRecordKind>(kind: K, record: Omit<EvidenceRecord<K>, "sequence">): void;
  /** The evidence of this run as it is now. */
  reader(signal: AbortSignal): EvidenceReader;
  /** Adds to the run's coverage. The detail is never text of the page. */
  gap(flag: Coverage["flag"], detail?: string): void;
  /**
   * Evaluates an expression in the observer's isolated world of the main frame. Throws when there is no document,
   * it does not answer in time, or it throws.
   */
  askPage(expression: string): Promise<unknown>;
  /**
   * From now on the browser holds these requests until the hook `requestPaused` has answered; the last call
   * counts, and without patterns nothing is held. Resolves when the tab is set up; throws what the browser threw.
   */
  intercept(patterns: readonly InterceptPattern[]): Promise<void>;
  /** Says in a held request's record what is done to it. A later note of the same request replaces it. */
  annotate(paused: PausedRequest, note: RequestNote): void;
}

export interface CoreHooks {
  /** Capture, async series: before the first event; CDP domains are enabled here. */
  readonly captureStarting: AsyncSeriesHook<[context: CaptureContext]>;
  /** Capture, sync, hot path: every CDP event of the tab and its iframes. */
  readonly cdpEvent: SyncHook<[event: CdpEvent, context: CaptureContext]>;
  /** Capture, sync: what the observer in the page said, validated. Foreign text. */
  readonly observed: SyncHook<[event: ObserverEvent, context: CaptureContext]>;
  /** Capture, async series: somebody is about to read these kinds of a running capture; bring them up to date. */
  readonly beforeRead: AsyncSeriesHook<[evidence: readonly Evidence[], context: CaptureContext]>;
  /**
   * Capture, async series bail: a request is held; the first verdict is the answer, none lets it go on. A tap
   * that throws aborts the request.
   */
  readonly requestPaused: AsyncSeriesBailHook<
    [paused: PausedRequest, context: CaptureContext],
    PausedVerdict | undefined
  >;
  /** Capture, sync: a record before redaction; a tap may annotate it. */
  readonly recordCaptured: SyncHook<[draft: Draft, context: CaptureContext]>;
  /** Capture, async series: flush and clean up. */
  readonly captureStopping: AsyncSeriesHook<[context: CaptureContext, reason: string]>;
  /** Redaction, sync waterfall: core's rules first; later taps may only remove more. */
  readonly redact: SyncWaterfallHook<[draft: Draft]>;
  /** Storage, sync bail: the first number is the retention priority; low goes first. */
  readonly retentionPriority: SyncBailHook<[record: Redacted<EvidenceRecord>], number | undefined>;
  /** Storage, async series: before a batch is written, in order. */
  readonly beforeStore: AsyncSeriesHook<[batch: EvidenceBatch]>;
  /** Analysis, async series bail, one hook a name: the first report is the answer. */
  readonly analyze: HookMap<
    AsyncSeriesBailHook<[params: PluginParams, reader: EvidenceReader], PluginReport>
  >;
  /** Analysis, async series waterfall: an export on its way out. */
  readonly exporting: AsyncSeriesWaterfallHook<[document: Redacted<Recording>]>;
  /** Actions, async series bail, one hook a name: what an agent can ask of a live capture. */
  readonly action: HookMap<
    AsyncSeriesBailHook<
      [params: PluginParams, context: CaptureContext, signal: AbortSignal],
      PluginReport
    >
  >;
}

function createHooks(): CoreHooks {
  return Object.freeze<CoreHooks>({
    captureStarting: asyncSeriesHook(["context"], "captureStarting"),
    cdpEvent: syncHook(["event", "context"], "cdpEvent"),
    observed: syncHook(["event", "context"], "observed"),
    beforeRead: asyncSeriesHook(["evidence", "context"], "beforeRead"),
    requestPaused: asyncSeriesBailHook(["paused", "context"], "requestPaused"),
    recordCaptured: syncHook(["draft", "context"], "recordCaptured"),
    captureStopping: asyncSeriesHook(["context", "reason"], "captureStopping"),
    redact: syncWaterfallHook(["draft"], "redact"),
    retentionPriority: syncBailHook(["record"], "retentionPriority"),
    beforeStore: asyncSeriesHook(["batch"], "beforeStore"),
    analyze: hookMap(() => asyncSeriesBailHook(["params", "reader"], "analyze"), "analyze"),
    exporting: asyncSeriesWaterfallHook(["document"], "exporting"),
    action: hookMap(() => asyncSeriesBailHook(["params", "context", "signal"], "action"), "action"),
  });
}

export interface CoreOptions {
  /** Milliseconds, for timing taps. */
  readonly now?: () => number;
}

/** Owns the hooks and the plugins; host-independent. */
export class Core {
  readonly hooks: CoreHooks = createHooks();
  /** What the taps of each plugin did and cost so far, by tap name. */
  readonly taps: ReadonlyMap<string, TapFigures>;
  readonly #plugins = new Map<string, Plugin>();
  readonly #listeners = new Set<(failure: TapFailure) => void>();

  constructor(plugins: readonly Plugin[] = [], { now = Date.now }: CoreOptions = {}) {
    this.hooks.redact.tap("core", redactDraft);
    this.taps = guardTaps(this.hooks, {
      now,
      failed: (failure) => {
        for (const listener of this.#listeners) listener(failure);
      },
    });
    for (const plugin of plugins) {
      this.#plugins.set(plugin.manifest.name, plugin);
      plugin.apply(this);
    }
  }

  /** Told of every tap that failed and was left behind; returns what ends it. */
  onTapFailed(listener: (failure: TapFailure) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  get plugins(): readonly Plugin[] {
    return [...this.#plugins.values()];
  }

  /** A plugin's command by its name. Throws `unknown_method`. */
  command(name: string): PluginEntry {
    for (const plugin of this.#plugins.values()) {
      const found = pluginCommands(plugin).find(({ command }) => command.name === name);
      if (found) return found;
    }
    throw errors.unknownMethod(`debug/${name}`);
  }

  /** Runs one analyzer. Throws `unknown_method`, `invalid_params`, `plugin_failed`, `plugin_invalid_result`. */
  async analyze(name: string, params: PluginParams, reader: EvidenceReader): Promise<PluginReport> {
    const entry = this.command(name);
    const hook = this.hooks.analyze.get(name);
    if (!hook) throw errors.unknownMethod(`debug/${name}`);
    const declared = declaredReader(reader, entry.plugin.manifest);
    return runCommand(entry, params, () => hook.promise(params, declared));
  }

  /** Asks something of a running capture. Throws as `analyze` does, and what the plugin throws itself. */
  async act(
    name: string,
    params: PluginParams,
    { context, signal }: { readonly context: CaptureContext; readonly signal: AbortSignal },
  ): Promise<PluginReport> {
    const entry = this.command(name);
    const hook = this.hooks.action.get(name);
    if (!hook) throw errors.unknownMethod(`debug/${name}`);
    return runCommand(entry, params, () => hook.promise(params, context, signal));
  }
}

async function runCommand(
  { plugin: { manifest }, command, checks }: PluginEntry,
  params: PluginParams,
  run: () => Promise<PluginReport | undefined>,
): Promise<PluginReport> {
  if (!checks.params(params)) {
    const [first] = checks.params.errors ?? [];
    throw errors.invalidParams(
      `${command.name}: ${first?.instancePath || "parameters"} (${first?.keyword ?? "invalid"})`,
    );
  }
  let report: PluginReport | undefined;
  try {
    report = await run();
  } catch (error) {
    if (error instanceof BskError) throw error; // its own word, a read that was not declared, or cancelled
    throw errors.pluginFailed(
      manifest.name,
      error instanceof Error ? error.message : String(error),
      error,
    );
  }
  if (!checks.result(report)) {
    const [first] = checks.result.errors ?? [];
    throw errors.pluginInvalidResult(manifest.name, first?.instancePath || "/");
  }
  return report as PluginReport; // accepted by its own validator just above
}
