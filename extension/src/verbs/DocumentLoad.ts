import type { CdpEvent } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";

export type Reached = ActionResults["page/navigate"]["reached"];

export const STEPS: readonly Reached[] = ["none", "commit", "domcontentloaded", "load"];

/** What one loader's document request came to. */
interface DocumentRequest {
  redirects: number;
  status?: number;
}

/**
 * The main frame's way from a navigation on: fed with every event, it knows how far the page is. When the
 * page sends itself on to another document, it follows.
 */
export class DocumentLoad {
  reached: Reached = "none";
  /** Of the document that is shown now. */
  url: string | undefined;
  loaderId: string | undefined;
  readonly #requests = new Map<string, DocumentRequest>();
  /** Loaders of navigations that began since: what an earlier one still says is not heard. */
  readonly #started = new Set<string>();
  #lastFrame: Protocol.Page.Frame | undefined;
  #waiting: (() => void)[] = [];

  get request(): DocumentRequest | undefined {
    return this.loaderId === undefined ? undefined : this.#requests.get(this.loaderId);
  }

  requestOf(loaderId: string): DocumentRequest | undefined {
    return this.#requests.get(loaderId);
  }

  /** Resolves when the page is as far as this. */
  async until(step: Reached): Promise<void> {
    while (STEPS.indexOf(this.reached) < STEPS.indexOf(step)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * The browser's answer names the loader. True when its commit was heard before this was known (browsers
   * that do not announce navigations), and perhaps more of it missed.
   */
  expect(loaderId: string): boolean {
    const isNew = !this.#started.has(loaderId) && !this.#requests.has(loaderId);
    this.#started.add(loaderId);
    if (!isNew || this.#lastFrame?.loaderId !== loaderId) return false;
    this.#commit(this.#lastFrame);
    return true;
  }

  see({ method, params, sessionId }: CdpEvent): void {
    if (sessionId !== undefined) return;
    switch (method) {
      case "Network.requestWillBeSent":
        this.#requested(params as Protocol.Network.RequestWillBeSentEvent);
        break;
      case "Network.responseReceived": {
        const { requestId, response } = params as Protocol.Network.ResponseReceivedEvent;
        const request = this.#requests.get(requestId);
        if (request && response.status > 0) request.status = response.status;
        break;
      }
      case "Page.frameStartedNavigating":
        this.#started.add((params as Protocol.Page.FrameStartedNavigatingEvent).loaderId);
        break;
      case "Page.frameNavigated":
        this.#navigated(params as Protocol.Page.FrameNavigatedEvent);
        break;
      case "Page.domContentEventFired":
        this.#advance("domcontentloaded");
        break;
      case "Page.loadEventFired":
        this.#advance("load");
        break;
      default:
    }
  }

  #requested(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, loaderId, redirectResponse } = event;
    if (requestId !== loaderId) return; // only the request of a document has its loader's id
    const request = this.#requests.get(requestId) ?? { redirects: 0 };
    if (redirectResponse) request.redirects += 1;
    this.#requests.set(requestId, request);
  }

  #navigated({ frame }: Protocol.Page.FrameNavigatedEvent): void {
    if (frame.parentId !== undefined) return;
    this.#lastFrame = frame;
    const { loaderId } = frame;
    if (this.#started.has(loaderId) || this.#requests.has(loaderId)) this.#commit(frame);
  }

  #commit(frame: Protocol.Page.Frame): void {
    this.loaderId = frame.loaderId;
    this.url = frame.url + (frame.urlFragment ?? "");
    this.reached = "commit";
    this.#tell();
  }

  /** The events do not say whose they are: before a commit they are the old document's. */
  #advance(step: Reached): void {
    if (this.reached === "none") return;
    if (STEPS.indexOf(step) > STEPS.indexOf(this.reached)) this.reached = step;
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
