import { type ObserverSnapshot, validateObserverSnapshot } from "@bsk/schema";
import { expect, vi } from "vitest";
import { bundleObserver } from "./bundleObserver.js";
import { type Page, Pages } from "./Pages.js";
import { PipeBrowser } from "./PipeBrowser.js";
import { PipeTab } from "./PipeTab.js";

const WORLD = "bsk-test";
/** How the observer calls out. */
export const BINDING = "bsk_test";

/** Runs before the observer in its world: `bskTimers` holds what it waits for. */
const TIMERS = `globalThis.bskTimers = new Set();
for (const [start, stop] of [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"],
  ["requestAnimationFrame", "cancelAnimationFrame"], ["requestIdleCallback", "cancelIdleCallback"]]) {
  const [begin, end] = [globalThis[start], globalThis[stop]];
  globalThis[start] = (run, ...rest) => {
    const id = begin((...given) => {
      if (start !== "setInterval") bskTimers.delete(start + id);
      run(...given);
    }, ...rest);
    bskTimers.add(start + id);
    return id;
  };
  globalThis[stop] = (id) => {
    bskTimers.delete(start + id);
    end(id);
  };
}
`;

/** A tab of a browser of its own, with pages to show; the observer runs in each document, as in a capture. */
export class ObservedTab {
  #contextId: number | undefined;

  private constructor(
    private readonly browser: PipeBrowser,
    private readonly pages: Pages,
    readonly tab: PipeTab,
  ) {}

  /** `hear` gets each message of the observer, parsed and unchecked. */
  static async open(
    pages: ReadonlyMap<string, Page>,
    hear: (message: unknown) => void,
  ): Promise<ObservedTab> {
    const [source, browser, served] = await Promise.all([
      bundleObserver(),
      PipeBrowser.start(),
      Pages.serve(pages),
    ]);
    const tab = await PipeTab.open(browser);
    const observed = new ObservedTab(browser, served, tab);
    await observed.#install(source, hear);
    return observed;
  }

  get origin(): string {
    return this.pages.origin;
  }

  async goTo(path: string): Promise<void> {
    this.#contextId = undefined;
    await this.tab.send("Page.navigate", { url: this.origin + path });
  }

  /** The value of an expression in the observer's world. Throws what it throws. */
  async inWorld(expression: string): Promise<unknown> {
    const contextId = this.#contextId;
    const options = { expression, returnByValue: true, ...(contextId ? { contextId } : {}) };
    const { result, exceptionDetails } = await this.tab.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  /** Resolves when the observer waits for nothing and all that it had to say has been said. */
  async atRest(): Promise<void> {
    await vi.waitFor(async () => expect(await this.inWorld("bskTimers.size")).toBe(0), {
      timeout: 30_000,
    });
    await this.tab.value(`new Promise((resolve) => { // behind what is in line
      const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0);
    }).then(() => 0)`);
  }

  async snapshot(): Promise<ObserverSnapshot> {
    const found: unknown = JSON.parse(String(await this.inWorld("__bskSnapshot()")));
    if (!validateObserverSnapshot(found)) throw new Error(`not valid: ${JSON.stringify(found)}`);
    return found;
  }

  async close(): Promise<void> {
    this.pages.close();
    await this.browser.close();
  }

  async #install(source: string, hear: (message: unknown) => void): Promise<void> {
    const { tab } = this;
    tab.onEvent(({ method, params, sessionId }) => {
      if (sessionId !== undefined) return;
      const event = params as {
        context?: { id: number; name: string; auxData: { frameId: string } };
        payload?: string;
      };
      const { context } = event;
      const isMain = context?.name === WORLD && context.auxData.frameId === tab.targetId;
      if (method === "Runtime.executionContextCreated" && isMain) this.#contextId = context.id;
      if (method === "Runtime.bindingCalled") hear(JSON.parse(event.payload ?? ""));
    });
    await tab.send("Page.enable");
    await tab.send("Runtime.enable");
    await tab.send("Runtime.addBinding", { name: BINDING, executionContextName: WORLD });
    await tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: TIMERS + source.replaceAll("__BSK_BINDING__", BINDING),
      worldName: WORLD,
      runImmediately: true,
    });
  }
}
