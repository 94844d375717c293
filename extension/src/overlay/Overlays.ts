import { type CdpEvent, observerWorld } from "@bsk/core";
import type { Protocol } from "devtools-protocol";
import type { TabDebugger } from "../debugger/TabDebugger.js";
import { OVERLAY, type OverlayEnd } from "./pageOverlay.js";

const WORLD = "bsk-overlay";
/** How long it stays after the last command. */
const LINGER_MS = 5000;
/** Well below the time after which it goes by itself. */
const KEEP_EVERY_MS = 10_000;
const ASK_MS = 800;
/** The page answers when the person presses a button, or when the overlay is gone. */
const ANSWER_MS = 3_600_000;

/** Who acts, as the person reads it. */
export interface Actor {
  readonly id: string;
  /** Undefined: the session has no name. */
  readonly name: string | undefined;
}

export interface OverlaysOptions {
  stop(session: string): Promise<void>;
  stopAll(): Promise<void>;
  /** The run that records the tab: its observer must know the overlay, to leave it out. */
  activeRunOf(tabId: number): string | undefined;
}

/** What a verb may want of the overlay on its tab. Never throws: an overlay that is not there is no fault. */
export interface OverlayControl {
  /** Takes it out of the document, for what shows the document as it is: screenshots, markup, snapshots. */
  hide(): Promise<void>;
  show(): Promise<void>;
  /** Makes room when one of its buttons is at this point of the tab's viewport; true when it did. */
  stepAside(point: { readonly x: number; readonly y: number }): Promise<boolean>;
}

interface Shown {
  readonly cdp: TabDebugger;
  actor: Actor;
  /** Commands that run now. */
  acting: number;
  linger: ReturnType<typeof setTimeout> | undefined;
  keeping: ReturnType<typeof setInterval> | undefined;
  /** The world that it lives in, once it is in the document; undefined: it is in none. */
  context: number | undefined;
  isPutting: boolean;
  /** A command wants it out of the document. */
  isHidden: boolean;
}

/** The overlay in the pages that sessions drive: while a command runs, and some seconds after. */
export class Overlays {
  readonly #options: OverlaysOptions;
  readonly #shown = new Map<number, Shown>();

  constructor(options: OverlaysOptions) {
    this.#options = options;
  }

  /** A command begins on the tab; call what is returned when it is over. Costs the command no time. */
  acting(cdp: TabDebugger, actor: Actor): () => void {
    const shown = this.#of(cdp, actor);
    shown.acting += 1;
    clearTimeout(shown.linger);
    shown.keeping ??= setInterval(() => void call(shown, "keep()"), KEEP_EVERY_MS);
    void this.#put(shown);
    return () => {
      shown.acting -= 1;
      if (shown.acting > 0 || this.#shown.get(cdp.tabId) !== shown) return;
      void this.#show(shown); // a command that hid it is over
      shown.linger = setTimeout(() => void this.remove(cdp.tabId), LINGER_MS);
    };
  }

  control(tabId: number): OverlayControl {
    const shown = (): Shown | undefined => this.#shown.get(tabId);
    return {
      hide: async () => {
        const one = shown();
        if (one) await this.#hide(one);
      },
      show: async () => {
        const one = shown();
        if (one) await this.#show(one);
      },
      stepAside: async ({ x, y }) => {
        const one = shown();
        return one !== undefined && (await call(one, `stepAside(${x}, ${y})`)) === true;
      },
    };
  }

  /** Takes it away, whatever runs. */
  async remove(tabId: number): Promise<void> {
    const shown = this.#shown.get(tabId);
    if (!shown) return;
    this.#forget(shown);
    await call(shown, "remove()");
  }

  async #hide(shown: Shown): Promise<void> {
    shown.isHidden = true;
    await call(shown, "hide()");
  }

  async #show(shown: Shown): Promise<void> {
    shown.isHidden = false;
    if (shown.context === undefined) await this.#put(shown);
    else await call(shown, "show()");
  }

  #of(cdp: TabDebugger, actor: Actor): Shown {
    const known = this.#shown.get(cdp.tabId);
    if (known?.cdp === cdp) {
      known.actor = actor;
      return known;
    }
    if (known) this.#forget(known);
    const shown: Shown = {
      cdp,
      actor,
      acting: 0,
      linger: undefined,
      keeping: undefined,
      context: undefined,
      isPutting: false,
      isHidden: false,
    };
    this.#shown.set(cdp.tabId, shown);
    const unsubscribe = cdp.onEvent((event) => {
      if (this.#shown.get(cdp.tabId) !== shown) unsubscribe();
      else if (hasGone(event)) shown.context = undefined;
      else if (hasCome(event)) void this.#put(shown);
    });
    const stay = cdp.onReattach(() => {
      if (this.#shown.get(cdp.tabId) === shown) void this.#putAgain(shown);
      else stay();
    });
    cdp.onDetach(() => {
      if (this.#shown.get(cdp.tabId) === shown) this.#forget(shown);
    });
    return shown;
  }

  /** Puts it into the document that is there now, unless it is in it. Never rejects. */
  async #put(shown: Shown): Promise<void> {
    if (shown.context !== undefined || shown.isPutting || shown.isHidden) return;
    shown.isPutting = true;
    const { cdp, actor } = shown;
    try {
      const runId = this.#options.activeRunOf(cdp.tabId);
      const worldName = runId === undefined ? WORLD : observerWorld(runId);
      const { frameTree } = await cdp.send("Page.getFrameTree", undefined, { deadlineMs: ASK_MS });
      const { executionContextId } = await cdp.send(
        "Page.createIsolatedWorld",
        { frameId: frameTree.frame.id, worldName },
        { deadlineMs: ASK_MS },
      );
      if (this.#shown.get(cdp.tabId) !== shown || shown.isHidden) return;
      shown.context = executionContextId;
      void this.#await(shown, executionContextId, actor);
    } catch {
      // No document to put it in, or one that does not answer: the next one, or the next command, tries again.
    } finally {
      shown.isPutting = false;
    }
  }

  /** It is there still, but what its buttons say is heard no more. */
  async #putAgain(shown: Shown): Promise<void> {
    await call(shown, "remove()");
    shown.context = undefined;
    await this.#put(shown);
  }

  /** Waits for the person, or for the end of the document. */
  async #await(shown: Shown, context: number, { id, name = "" }: Actor): Promise<void> {
    let end: OverlayEnd = "gone";
    try {
      const { result } = await shown.cdp.send(
        "Runtime.callFunctionOn",
        {
          functionDeclaration: OVERLAY,
          executionContextId: context,
          arguments: [{ value: id }, { value: name }],
          awaitPromise: true,
          returnByValue: true,
        },
        { deadlineMs: ANSWER_MS },
      );
      if (result.value === "stop" || result.value === "stop_all") end = result.value;
      if (shown.context === context) shown.context = undefined;
    } catch {
      // The document is gone, and the overlay with it, or the debugger is: both are told by events.
    }
    if (end === "gone") return;
    if (this.#shown.get(shown.cdp.tabId) === shown) this.#forget(shown);
    const { stop, stopAll } = this.#options;
    await (end === "stop" ? stop(id) : stopAll());
  }

  #forget(shown: Shown): void {
    clearTimeout(shown.linger);
    clearInterval(shown.keeping);
    this.#shown.delete(shown.cdp.tabId);
  }
}

function hasGone({ method, params, sessionId }: CdpEvent): boolean {
  if (method !== "Page.frameNavigated" || sessionId !== undefined) return false;
  const { frame } = params as Protocol.Page.FrameNavigatedEvent; // by the protocol
  return frame.parentId === undefined;
}

function hasCome({ method, sessionId }: CdpEvent): boolean {
  return method === "Page.domContentEventFired" && sessionId === undefined;
}

/** Never rejects. */
async function call({ cdp, context }: Shown, what: string): Promise<unknown> {
  if (context === undefined) return undefined;
  try {
    const { result } = await cdp.send(
      "Runtime.evaluate",
      { expression: `globalThis.bskOverlay?.${what}`, contextId: context, returnByValue: true },
      { deadlineMs: ASK_MS },
    );
    return result.value;
  } catch {
    return undefined; // the document is gone, or stands still with a dialog
  }
}
