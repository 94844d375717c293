import {
  type ObserverEvent,
  type ObserverSnapshot,
  validateObserverEvent,
  validateObserverSnapshot,
} from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { errors } from "../errors.js";
import type { CdpEvent, CdpSession, Clock } from "../ports.js";
import { BOUNDS } from "./bounds.js";

const BINDING_TOKEN = "__BSK_BINDING__";
/** What the observer may say at once. */
const MESSAGE_CHARS = 64 * 1024;

/** The name of the isolated world that a run's observer lives in. */
export function observerWorld(runId: string): string {
  return `bsk-${runId}`;
}

export interface PageObserverOptions {
  readonly runId: string;
  readonly session: CdpSession;
  readonly clock: Clock;
  /** The script that runs in the isolated world; it calls the binding named in place of the token. */
  readonly source: string;
  readonly said: (event: ObserverEvent) => void;
  /** The page itself asked for a navigation of its main frame. */
  readonly navigates: () => void;
}

/**
 * The observer in the main frame's isolated world: who installs it, hears it and asks it. The page can neither
 * see the binding nor forge a message: only the world's own execution context is heard.
 */
export class PageObserver {
  readonly #world: string;
  readonly #binding: string;
  #context: { readonly id: number; readonly uniqueId: string } | undefined;
  /** Told when a document has its context. */
  readonly #waiting = new Set<() => void>();
  #mainFrameId: string | undefined;
  #scriptId: string | undefined;
  #agentActs = false;
  /** The page's scripts stand still: nothing is asked until it is answered. */
  #hasDialog = false;

  constructor(private readonly options: PageObserverOptions) {
    this.#world = observerWorld(options.runId);
    this.#binding = `bsk_${options.runId}`;
  }

  /**
   * Needs `Runtime.enable` and `Page.enable`: without the first no message ever comes. One of an earlier attachment
   * of the debugger, whose messages nobody hears, goes.
   */
  async install(): Promise<void> {
    const { session, source } = this.options;
    if (this.#context) await this.#evaluate("globalThis.__bskRemove?.()").catch(ignore);
    const { frameTree } = await session.send("Page.getFrameTree");
    this.#mainFrameId = frameTree.frame.id;
    await session.send("Runtime.addBinding", {
      name: this.#binding,
      executionContextName: this.#world,
    });
    const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", {
      source: source.replaceAll(BINDING_TOKEN, this.#binding),
      worldName: this.#world,
      runImmediately: true,
    });
    this.#scriptId = identifier;
  }

  /** Takes the script, the binding and the listeners out of the page. Safe on a page that is gone. */
  async remove(): Promise<void> {
    const { session } = this.options;
    const soon = { deadlineMs: BOUNDS.snapshotDeadlineMs }; // a page with a dialog open, or hung, answers nothing
    const identifier = this.#scriptId;
    await Promise.allSettled([
      this.#evaluate("globalThis.__bskRemove?.()"),
      identifier === undefined
        ? undefined
        : session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier }, soon),
      session.send("Runtime.removeBinding", { name: this.#binding }, soon),
    ]);
  }

  /** Only events of the tab itself, not of its iframes. */
  handle(event: CdpEvent): void {
    if (event.sessionId !== undefined) return;
    switch (event.method) {
      case "Runtime.executionContextCreated":
        this.#contextCreated(event.params as Protocol.Runtime.ExecutionContextCreatedEvent);
        break;
      case "Runtime.executionContextDestroyed": {
        const gone = event.params as Protocol.Runtime.ExecutionContextDestroyedEvent;
        // Ids count anew in each process.
        if (gone.executionContextUniqueId === this.#context?.uniqueId) this.#context = undefined;
        break;
      }
      case "Runtime.executionContextsCleared":
        this.#context = undefined;
        break;
      case "Page.frameNavigated": {
        const { frame } = event.params as Protocol.Page.FrameNavigatedEvent;
        if (frame.parentId === undefined) this.#mainFrameId = frame.id;
        break;
      }
      case "Page.frameRequestedNavigation": {
        const { frameId } = event.params as Protocol.Page.FrameRequestedNavigationEvent;
        if (frameId === this.#mainFrameId) this.options.navigates();
        break;
      }
      case "Page.javascriptDialogOpening":
        this.#hasDialog = true;
        break;
      case "Page.javascriptDialogClosed":
        this.#hasDialog = false;
        void this.agentActs(this.#agentActs); // what was said of it meanwhile did not arrive
        break;
      case "Runtime.bindingCalled":
        this.#bindingCalled(event.params as Protocol.Runtime.BindingCalledEvent);
        break;
      default:
    }
  }

  /** The page's scripts stand still until a dialog is answered. */
  get isHeldUp(): boolean {
    return this.#hasDialog;
  }

  /**
   * What the page shows now; between two documents, what the next one shows. Throws when there is none in time,
   * or it does not answer.
   */
  async snapshot(): Promise<ObserverSnapshot> {
    if (!this.#context && !this.#hasDialog) await this.#documentInTime();
    const asked = this.#context;
    const text = await this.#evaluate("globalThis.__bskSnapshot()").catch(
      async (error: unknown) => {
        if (this.#context === asked) throw error;
        // The document went away under the question: the next one answers it.
        if (!this.#context) await this.#documentInTime();
        return this.#evaluate("globalThis.__bskSnapshot()");
      },
    );
    const isText = typeof text === "string" && text.length <= MESSAGE_CHARS;
    const snapshot: unknown = isText ? JSON.parse(text) : undefined;
    if (!validateObserverSnapshot(snapshot))
      throw errors.internal("the observer's snapshot is not valid");
    return snapshot;
  }

  /** Evaluates an expression in the observer's world. Throws when there is no document, or it does not answer. */
  ask(expression: string): Promise<unknown> {
    return this.#evaluate(expression);
  }

  /** While true the observer does not report input: it is the agent's. */
  async agentActs(active: boolean): Promise<void> {
    this.#agentActs = active;
    await this.#evaluate(`globalThis.__bskAgent(${active})`).catch(ignore);
  }

  #contextCreated({ context }: Protocol.Runtime.ExecutionContextCreatedEvent): void {
    if (context.name !== this.#world) return;
    const frameId: unknown = context.auxData?.frameId;
    if (frameId !== this.#mainFrameId && this.#mainFrameId !== undefined) return;
    this.#context = { id: context.id, uniqueId: context.uniqueId };
    for (const tell of this.#waiting) tell();
    // The agent's verb loaded a new document: its observer does not know yet.
    if (this.#agentActs) void this.agentActs(true);
  }

  #bindingCalled(event: Protocol.Runtime.BindingCalledEvent): void {
    if (event.name !== this.#binding || event.executionContextId !== this.#context?.id) return;
    if (event.payload.length > MESSAGE_CHARS) return;
    const message: unknown = JSON.parse(event.payload);
    if (validateObserverEvent(message)) this.options.said(message);
  }

  async #documentInTime(): Promise<void> {
    let cancel: () => void = ignore;
    let tell: () => void = ignore;
    await new Promise<void>((resolve) => {
      tell = resolve;
      this.#waiting.add(tell);
      cancel = this.options.clock.after(BOUNDS.snapshotDeadlineMs, resolve);
    });
    cancel();
    this.#waiting.delete(tell);
  }

  async #evaluate(expression: string): Promise<unknown> {
    if (this.#hasDialog) throw errors.cdpFailed("Runtime.evaluate", "a dialog is open");
    if (!this.#context) throw errors.cdpFailed("Runtime.evaluate", "the page has no document yet");
    const { result, exceptionDetails } = await this.options.session.send(
      "Runtime.evaluate",
      { expression, contextId: this.#context.id, returnByValue: true },
      { deadlineMs: BOUNDS.snapshotDeadlineMs },
    );
    if (exceptionDetails) throw errors.cdpFailed("Runtime.evaluate", "the observer failed");
    return result.value;
  }
}

/** For cleaning up what may be gone already with its page. */
function ignore(): void {}
