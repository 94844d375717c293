import {
  type CdpEvent,
  type CdpMethod,
  type CdpParams,
  type CdpResult,
  type CdpSession,
  type ChildTarget,
  errors,
  type SendOptions,
} from "@bsk/core";
import type { CdpMessage, PipeBrowser } from "./PipeBrowser.js";

const ATTACH = { autoAttach: true, flatten: true, waitForDebuggerOnStart: false };

/** One tab as a `CdpSession`, over the pipe instead of `chrome.debugger`. */
export class PipeTab implements CdpSession {
  readonly targetId: string;
  readonly #browser: PipeBrowser;
  readonly #rootId: string;
  readonly #children = new Map<string, ChildTarget>();
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  readonly #detachListeners = new Set<(reason: string) => void>();
  readonly #pending = new Set<() => void>();
  #gone: string | undefined;

  private constructor(browser: PipeBrowser, targetId: string, rootId: string) {
    this.#browser = browser;
    this.targetId = targetId;
    this.#rootId = rootId;
    browser.onMessage((message) => this.#hear(message));
  }

  static async open(browser: PipeBrowser, background = false): Promise<PipeTab> {
    const made = await browser.send("Target.createTarget", { url: "about:blank", background });
    const targetId = String(made.result?.targetId);
    const attached = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new PipeTab(browser, targetId, String(attached.result?.sessionId));
    await tab.send("Target.setAutoAttach", ATTACH);
    void tab.send("Inspector.enable").catch(() => {});
    return tab;
  }

  /** How many listen for events: a verb must leave none behind but the tab's one watch. */
  get listeners(): number {
    return this.#listeners.size;
  }

  children(): readonly ChildTarget[] {
    return [...this.#children.values()];
  }

  async attachWorkers(): Promise<void> {}

  send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    { sessionId = this.#rootId, deadlineMs = 5000 }: SendOptions = {},
  ): Promise<CdpResult<M>> {
    const isReviving = /^Page\.(?:navigate|reload|getNavigationHistory)/.test(method);
    if (this.#gone !== undefined && !(isReviving && this.#gone === "crashed")) {
      return Promise.reject(this.#error());
    }
    return new Promise((resolve, reject) => {
      const fail = (): void => settle(() => reject(this.#error()));
      const timer = setTimeout(
        () => settle(() => reject(errors.cdpTimeout(method, deadlineMs))),
        deadlineMs,
      );
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        this.#pending.delete(fail);
        end();
      };
      this.#pending.add(fail);
      void this.#browser.send(method, params ?? {}, sessionId).then(({ result, error }) =>
        settle(() => {
          if (error) reject(errors.cdpFailed(method, error.message));
          else resolve(result as CdpResult<M>); // the browser's own answer to this method
        }),
      );
    });
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onReattach(): () => void {
    return () => undefined; // a debugger of its own is never taken away for a moment
  }

  onDetach(listener: (reason: string) => void): () => void {
    this.#detachListeners.add(listener);
    return () => this.#detachListeners.delete(listener);
  }

  /** The value of an expression in the page. */
  async value(expression: string): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result } = await this.send("Runtime.evaluate", options);
    return result.value;
  }

  async close(): Promise<void> {
    await this.#browser.send("Target.closeTarget", { targetId: this.targetId });
  }

  #error(): Error {
    const crashed = this.#gone === "crashed";
    return crashed ? errors.pageCrashed(1) : errors.pageGone(1, this.#gone ?? "gone");
  }

  #hear({ method, params, sessionId }: CdpMessage): void {
    if (method === "Target.detachedFromTarget" && params?.sessionId === this.#rootId) {
      this.#end("was closed");
      for (const listener of this.#detachListeners) listener("target_closed");
      return;
    }
    const isRoot = sessionId === this.#rootId;
    if (method === undefined || sessionId === undefined) return;
    if (!isRoot && !this.#children.has(sessionId)) return;
    this.#follow(method, params ?? {});
    if (method === "Inspector.targetCrashed" && isRoot) this.#end("crashed");
    if (method === "Inspector.targetReloadedAfterCrash") this.#gone = undefined;
    const event = { method, params, ...(isRoot ? {} : { sessionId }) };
    for (const listener of [...this.#listeners]) listener(event);
  }

  #follow(method: string, params: Record<string, unknown>): void {
    const sessionId = String(params.sessionId);
    if (method === "Target.detachedFromTarget") this.#children.delete(sessionId);
    if (method !== "Target.attachedToTarget") return;
    const { targetId, type, url } = params.targetInfo as ChildTarget;
    this.#children.set(sessionId, { sessionId, targetId, type, url });
    void this.#browser.send("Target.setAutoAttach", ATTACH, sessionId);
  }

  #end(why: string): void {
    this.#gone = why;
    for (const fail of [...this.#pending]) fail();
  }
}
