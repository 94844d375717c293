import {
  BskError,
  type CdpEvent,
  type CdpMethod,
  type CdpParams,
  type CdpResult,
  type CdpSession,
  type ChildTarget,
  errors,
  type SendOptions,
} from "@bsk/core";
import { ChildSetup } from "./ChildSetup.js";
import { ChildTargets, subjectOf } from "./ChildTargets.js";
import { isOffTab } from "./debuggerError.js";
import { sendCdp } from "./sendCdp.js";

/** The commands that the browser answers for a crashed page: they bring it back. */
const REVIVING: ReadonlySet<string> = new Set([
  "Page.navigate",
  "Page.navigateToHistoryEntry",
  "Page.getNavigationHistory",
  "Page.reload",
]);

const CRASHED = "crashed";
/** Worded as of a document that is gone: what was asked is gone with its answer. */
const LAPSED =
  "has lost the frame or worker that was asked: the page asked for a URL that extensions may not debug";
const PREPARE_MS = 800;
/** The browser tells of a detach so long after it fails what was sent, at most. */
const DETACH_TOLD_MS = 2000;

/** Why a debugger let go, in words for `page_gone`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["target_closed", "was closed"],
  ["restricted", "went to a page that extensions may not debug"],
  ["canceled_by_user", "was taken back: the person pressed Cancel in the debugger's bar"],
  ["released", "has no debugger attached any more"],
]);

interface Pending {
  readonly sessionId: string | undefined;
  /** Takes it as answered; undefined: it was to tell something. */
  readonly answered: (() => void) | undefined;
}

/** One attached tab. Made by `Debuggers`, which also passes on its events and its end. */
export class TabDebugger implements CdpSession {
  readonly tabId: number;
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  readonly #detachListeners = new Set<(reason: string) => void>();
  readonly #reattachListeners = new Set<(awaySince: number) => void>();
  /** Commands that wait, by what rejects them. */
  readonly #pending = new Map<(error: Error) => void, Pending>();
  readonly #children = new ChildTargets();
  readonly #setup = new ChildSetup((method, params, options) => this.send(method, params, options));
  #detachReason: string | undefined;
  #isCrashed = false;
  /** The debugger is off the tab for a moment; resolves when it is back, or gone for good. */
  #away: Promise<void> | undefined;
  #endAway: () => void = () => {};
  #awaySince = 0;

  constructor(tabId: number) {
    this.tabId = tabId;
  }

  /**
   * Takes the frames that are there already; `children` names them when this resolves, unless the page is busy. One
   * that hangs is for its first command to name.
   */
  async prepare(): Promise<void> {
    try {
      await this.#setup.begin(PREPARE_MS);
    } catch (error) {
      if (!(error instanceof BskError) || error.code !== "cdp_timeout") throw error;
    }
    // Not awaited: a page that is crashed already says so by an event, but answers nothing.
    this.#sendAside("Inspector.enable");
    this.#sendAside("Page.enable");
  }

  send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options: SendOptions = {},
  ): Promise<CdpResult<M>> {
    if (this.#away) return this.#away.then(() => this.send(method, params, options));
    const why = this.#whyNot(method);
    if (why !== undefined) return Promise.reject(this.#gone(why));
    const { sessionId, deadlineMs } = options;
    const target = { tabId: this.tabId, ...(sessionId === undefined ? {} : { sessionId }) };
    return new Promise((resolve, reject) => {
      const answered = method.startsWith("Input.") ? () => resolve({} as CdpResult<M>) : undefined;
      this.#pending.set(reject, { sessionId, answered });
      sendCdp(target, method, params, deadlineMs).then(
        (result) => {
          this.#pending.delete(reject);
          resolve(result as CdpResult<M>); // the browser's own answer to this method
        },
        (error: unknown) => {
          const fail = (): void => {
            this.#pending.delete(reject);
            reject(error);
          };
          // What its event means, which may come behind, is decided where the debugger is back, or gone for good.
          const isUntold = isOffTab(error) && this.#pending.has(reject);
          if (isUntold) setTimeout(() => !this.#away && fail(), DETACH_TOLD_MS);
          else fail();
        },
      );
    });
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onReattach(listener: (awaySince: number) => void): () => void {
    this.#reattachListeners.add(listener);
    return () => this.#reattachListeners.delete(listener);
  }

  onDetach(listener: (reason: string) => void): () => void {
    const reason = this.#detachReason;
    if (reason === undefined) this.#detachListeners.add(listener);
    else queueMicrotask(() => listener(reason));
    return () => this.#detachListeners.delete(listener);
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** The frames of other sites that are attached now. */
  children(): readonly ChildTarget[] {
    return this.#children.list();
  }

  attachWorkers(isWanted: boolean): Promise<void> {
    return this.#setup.attachWorkers(isWanted);
  }

  /** Passes on one event of the browser, in order and synchronously. */
  dispatch(event: CdpEvent): void {
    if (event.sessionId === undefined) this.#watchCrash(event.method);
    this.#children.observe(event);
    for (const listener of this.#listeners) tell(listener, event);
    this.#setup.observe(event);
    if (event.method === "Target.detachedFromTarget") {
      this.#failPending("has lost the frame or worker that was asked", subjectOf(event));
    }
  }

  /** The debugger is off the tab, for a moment or for good: what is sent waits. */
  lapsed(): void {
    if (this.#away || this.#detachReason !== undefined) return;
    this.#awaySince = Date.now();
    this.#away = new Promise((resolve) => {
      this.#endAway = resolve;
    });
  }

  /** The debugger is on the tab again: what waited before is lost, but the page has the input that was sent to it. */
  async returned(): Promise<void> {
    const endAway = this.#endAway;
    for (const { answered } of [...this.#pending.values()]) answered?.();
    this.#failPending(LAPSED);
    for (const event of this.#setup.gone()) this.dispatch(event);
    this.dispatch({ method: "Runtime.executionContextsCleared", params: {} });
    this.#away = undefined;
    for (const listener of this.#reattachListeners) tell(listener, this.#awaySince);
    const prepared = this.prepare();
    endAway();
    await prepared;
  }

  /** The debugger is gone: what waits fails now, and so does every later command. */
  detached(reason: string): void {
    if (this.#detachReason !== undefined) return;
    this.#detachReason = reason;
    this.#away = undefined;
    this.#endAway();
    this.#failPending(WORDS.get(reason) ?? reason);
    for (const listener of this.#detachListeners) tell(listener, reason);
    this.#detachListeners.clear();
    this.#listeners.clear();
    this.#reattachListeners.clear();
  }

  /** A page that is gone before it answers is told by its own event. */
  #sendAside(method: CdpMethod): void {
    this.send(method).catch(() => undefined);
  }

  #watchCrash(method: string): void {
    if (method === "Inspector.targetCrashed") {
      this.#isCrashed = true;
      this.#failPending(CRASHED);
    } else if (method === "Inspector.targetReloadedAfterCrash") {
      this.#isCrashed = false;
    }
  }

  #whyNot(method: string): string | undefined {
    if (this.#detachReason !== undefined)
      return WORDS.get(this.#detachReason) ?? this.#detachReason;
    return this.#isCrashed && !REVIVING.has(method) ? CRASHED : undefined;
  }

  /** Fails what waits on one child session; without it, everything. */
  #failPending(why: string, childId?: string): void {
    for (const [fail, { sessionId }] of [...this.#pending]) {
      if (childId !== undefined && sessionId !== childId) continue;
      this.#pending.delete(fail);
      fail(this.#gone(why));
    }
  }

  #gone(why: string): BskError {
    return why === CRASHED ? errors.pageCrashed(this.tabId) : errors.pageGone(this.tabId, why);
  }
}

/** One listener's fault is reported by the worker and does not reach the next listener. */
function tell<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
