import type { ActionParams, ActionResults } from "@bsk/schema";
import { RefStore, VERBS } from "../../dist/tsc/verbs/index.js";
import type { VerbMethod } from "../../src/verbs/Verb.js";
import { type Page, Pages } from "./Pages.js";
import { PipeBrowser } from "./PipeBrowser.js";
import { PipeTab } from "./PipeTab.js";

type Params<M extends VerbMethod> = Omit<ActionParams[M], "session">;

/** The verbs on one tab of a real browser, with pages of its own. */
export class VerbTab {
  readonly #refs = new RefStore();

  private constructor(
    readonly browser: PipeBrowser,
    readonly pages: Pages,
    readonly cdp: PipeTab,
  ) {}

  static async open(pages: ReadonlyMap<string, Page>): Promise<VerbTab> {
    const [browser, served] = await Promise.all([PipeBrowser.start(), Pages.serve(pages)]);
    return new VerbTab(browser, served, await PipeTab.open(browser));
  }

  run<M extends VerbMethod>(method: M, params: Params<M>): Promise<ActionResults[M]> {
    const whole = { session: "abcd", ...params } as ActionParams[M]; // it is all that Omit took away
    const { signal } = new AbortController();
    const context = { tabId: 1, session: "abcd", cdp: this.cdp, signal, refs: this.#refs };
    return VERBS[method](whole, context);
  }

  go(path: string): Promise<ActionResults["page/navigate"]> {
    return this.run("page/navigate", { url: this.pages.origin + path });
  }

  async close(): Promise<void> {
    this.pages.close();
    await this.browser.close();
  }
}
