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
import { sendCdp } from "./sendCdp.js";

/** The commands that the browser answers for a crashed page: they bring it back. */
const REVIVING: ReadonlySet<string> = new Set([
  "Page.navigate",
  "Page.navigateToHistoryEntry",
  "Page.getNavigationHistory",
  "Page.reload",
]);

const CRASHED = "crashed";
const PREPARE_MS = 800;

/** Why a debugger let go, in words for `page_gone`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["target_closed", "was closed, or went to a page that extensions may not debug"],
  ["canceled_by_user", "was taken back: the person pressed Cancel in the debugger's bar"],
  ["released", "has no debugger attached any more"],
]);

/** One attached tab. Made by `Debuggers`, which also passes on its events and its end. */
export class TabDebugger implements CdpSession {
  readonly tabId: number;
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  readonly #detachListeners = new Set<(reason: string) => void>();
  /** What rejects each command that waits, with the child session it went to. */
  readonly #pending = new Map<(error: Error) => void, string | undefined>();
  readonly #children = new ChildTargets();
  readonly #setup = new ChildSetup((method, params, options) => this.send(method, params, options));
  #detachReason: string | undefined;
  #isCrashed = false;

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
    { sessionId, deadlineMs }: SendOptions = {},
  ): Promise<CdpResult<M>> {
    const why = this.#whyNot(method);
    if (why !== undefined) return Promise.reject(this.#gone(why));
    const target = { tabId: this.tabId, ...(sessionId === undefined ? {} : { sessionId }) };
    return new Promise((resolve, reject) => {
      this.#pending.set(reject, sessionId);
      sendCdp(target, method, params, deadlineMs).then(
        (result) => {
          this.#pending.delete(reject);
          resolve(result as CdpResult<M>); // the browser's own answer to this method
        },
        (error: unknown) => {
          this.#pending.delete(reject);
          reject(error);
        },
      );
    });
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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

  /** The debugger is gone: what waits fails now, and so does every later command. */
  detached(reason: string): void {
    if (this.#detachReason !== undefined) return;
    this.#detachReason = reason;
    this.#failPending(WORDS.get(reason) ?? reason);
    for (const listener of this.#detachListeners) tell(listener, reason);
    this.#detachListeners.clear();
    this.#listeners.clear();
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
    for (const [fail, sessionId] of [...this.#pending]) {
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
