import type { CdpEvent } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";

export type Reached = ActionResults["page/navigate"]["reached"];

const STEPS: readonly Reached[] = ["none", "commit", "domcontentloaded", "load", "networkidle"];
const IDLE_MS = 500;
/** They stay open by design, or nobody waits for them. */
const ENDLESS: ReadonlySet<string> = new Set(["EventSource", "WebSocket", "Ping", "Prefetch"]);

/** Whether a page that is as far as `reached` is as far as `step`. */
export function isAsFar(reached: Reached, step: Reached): boolean {
  return STEPS.indexOf(reached) >= STEPS.indexOf(step);
}

/** What one loader's document request came to. */
interface DocumentRequest {
  redirects: number;
  status?: number;
  failure?: string;
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
  /** The browser shows a page of its own: there was no document. */
  isErrorPage = false;
  /** The page stayed and went to another URL or entry of its own. */
  isSameDocument = false;
  readonly #takesAny: boolean;
  #frameId: string | undefined;
  /** Requests under way, with their frame. */
  readonly #busy = new Map<string, string>();
  #quietSince = performance.now();
  readonly #requests = new Map<string, DocumentRequest>();
  /** Loaders of navigations that began since: what an earlier one still says is not heard. */
  readonly #started = new Set<string>();
  #lastFrame: Protocol.Page.Frame | undefined;
  #waiting: (() => void)[] = [];

  /** With `takesAny` the navigation began before anybody listened: the first document that comes is it. */
  constructor({ takesAny = false }: { readonly takesAny?: boolean } = {}) {
    this.#takesAny = takesAny;
  }

  get request(): DocumentRequest | undefined {
    return this.loaderId === undefined ? undefined : this.#requests.get(this.loaderId);
  }

  requestOf(loaderId: string): DocumentRequest | undefined {
    return this.#requests.get(loaderId);
  }

  /** Whether a navigation began that is none of these. */
  hasOtherThan(loaderIds: ReadonlySet<string>): boolean {
    return [...this.#started].some((id) => !loaderIds.has(id));
  }

  /** Resolves when the page is as far as this, `networkidle` excepted. */
  async until(step: Reached): Promise<void> {
    while (!isAsFar(this.reached, step)) await this.#next();
  }

  /** Resolves when a document came, or the page went elsewhere within itself. */
  async untilArrived(): Promise<void> {
    while (this.reached === "none" && !this.isSameDocument) await this.#next();
  }

  #next(): Promise<void> {
    return new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** How long no request of the main frame has been under way, less what `networkidle` asks for; 0 and more: idle. */
  get idleMs(): number {
    const isOurs = (frameId: string): boolean =>
      this.#frameId === undefined || frameId === this.#frameId;
    if ([...this.#busy.values()].some(isOurs)) return -IDLE_MS;
    return performance.now() - this.#quietSince - IDLE_MS;
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

  /** The browser shows this document, which is so far: what its events did not tell, or not yet. */
  found(frame: Protocol.Page.Frame, reached: Reached): void {
    if (this.reached === "none" && this.#started.has(frame.loaderId)) this.#commit(frame);
    if (this.loaderId === frame.loaderId) this.#advance(reached);
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
      case "Network.loadingFailed": {
        const { requestId, errorText } = params as Protocol.Network.LoadingFailedEvent;
        const request = this.#requests.get(requestId);
        if (request) request.failure = errorText;
        this.#ended(requestId);
        break;
      }
      case "Network.loadingFinished":
        this.#ended((params as Protocol.Network.LoadingFinishedEvent).requestId);
        break;
      case "Page.navigatedWithinDocument": {
        const { frameId, url } = params as Protocol.Page.NavigatedWithinDocumentEvent;
        if (this.#frameId !== undefined && frameId !== this.#frameId) break;
        this.isSameDocument = true;
        this.url = url;
        this.#tell();
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
    const { requestId, loaderId, redirectResponse, frameId, type = "Other" } = event;
    if (frameId !== undefined && !ENDLESS.has(type)) this.#busy.set(requestId, frameId);
    if (requestId !== loaderId) return; // only the request of a document has its loader's id
    const request = this.#requests.get(requestId) ?? { redirects: 0 };
    if (redirectResponse) request.redirects += 1;
    this.#requests.set(requestId, request);
  }

  #ended(requestId: string): void {
    if (this.#busy.delete(requestId)) this.#quietSince = performance.now();
  }

  #navigated({ frame, type }: Protocol.Page.FrameNavigatedEvent): void {
    if (frame.parentId !== undefined) return;
    this.#lastFrame = frame;
    const { loaderId } = frame;
    const isRestored = type === "BackForwardCacheRestore"; // it is whole, and says no more
    const isOurs = this.#takesAny || this.#started.has(loaderId) || this.#requests.has(loaderId);
    if (!isOurs && !isRestored) return;
    this.#commit(frame);
    if (isRestored) this.#advance("load");
  }

  #commit(frame: Protocol.Page.Frame): void {
    this.loaderId = frame.loaderId;
    this.#frameId = frame.id;
    this.isErrorPage = frame.unreachableUrl !== undefined;
    this.url = frame.url + (frame.urlFragment ?? "");
    this.reached = "commit";
    this.#tell();
  }

  /** Never back. The events do not say whose they are: before a commit they are the old document's. */
  #advance(step: Reached): void {
    if (this.reached === "none") return;
    if (!isAsFar(this.reached, step)) this.reached = step;
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
