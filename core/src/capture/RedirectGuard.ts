import type { Protocol } from "devtools-protocol";
import type { InterceptPattern } from "../intercept.js";
import { keepsBody } from "./keepsBody.js";
import type { PausedId } from "./PausedJournal.js";

/** A request that went out with another method or body than the page's. */
export interface ChangedRequest {
  readonly id: PausedId;
  readonly networkId: string | undefined;
  /** Told when it is not let on to where its server redirects it. */
  readonly refused: (why: string) => void;
}

/** A redirect that keeps what was changed. */
interface Redirect {
  readonly changed: ChangedRequest;
  readonly target: InterceptPattern;
}

/** What is to be done with an answer: nothing, or its redirect is refused or awaited. */
export type RedirectVerdict = "refused" | "awaited" | undefined;

/**
 * Follows the requests whose method or body was changed until they are answered. The browser keeps both through
 * redirects of any origin [measured]; they go no further than to the origin that they were meant for.
 */
export class RedirectGuard {
  readonly #changed = new Map<string, ChangedRequest>();
  /** By the request that was redirected. */
  readonly #redirects = new Map<string, Redirect>();

  get isIdle(): boolean {
    return this.#changed.size + this.#redirects.size === 0;
  }

  /** What has to be held beside what rules want: the targets of redirects. */
  get patterns(): readonly InterceptPattern[] {
    return [...this.#redirects.values()].map(({ target }) => target);
  }

  follow(changed: ChangedRequest): void {
    this.#changed.set(keyOf(changed.id), changed);
  }

  follows(id: PausedId): boolean {
    return this.#changed.has(keyOf(id));
  }

  forget(id: PausedId): void {
    this.#changed.delete(keyOf(id));
  }

  /** The changed request that this one is the redirect of; from now on it is not awaited any more. */
  takeTarget(
    { sessionId }: PausedId,
    { redirectedRequestId }: Protocol.Fetch.RequestPausedEvent,
  ): ChangedRequest | undefined {
    if (redirectedRequestId === undefined) return undefined;
    const key = keyOf({ requestId: redirectedRequestId, ...(sessionId && { sessionId }) });
    const redirect = this.#redirects.get(key);
    this.#redirects.delete(key);
    return redirect?.changed;
  }

  /** It has its answer. One that redirects to another origin, and keeps what was changed, is refused. */
  answered(id: PausedId, event: Protocol.Fetch.RequestPausedEvent): RedirectVerdict {
    const key = keyOf(id);
    const changed = this.#changed.get(key);
    this.#changed.delete(key);
    const target = changed && targetOf(event);
    if (target === undefined) return undefined;
    const { origin } = new URL(event.request.url);
    if (target.origin !== origin) {
      changed?.refused(`the server redirects it to ${target.origin}, where no rule reaches`);
      return "refused";
    }
    const [url = ""] = target.href.split("#", 1);
    const resourceType = event.resourceType === "Document" ? "Document" : "XHR";
    if (changed) this.#redirects.set(key, { changed, target: { url, resourceType } });
    return "awaited";
  }

  /** Given up, or gone with its page. */
  drop(isMeant: (networkId: string | undefined, sessionId: string | undefined) => boolean): void {
    for (const [key, { id, networkId }] of this.#changed) {
      if (isMeant(networkId, id.sessionId)) this.#changed.delete(key);
    }
    for (const [key, { changed }] of this.#redirects) {
      if (isMeant(changed.networkId, changed.id.sessionId)) this.#redirects.delete(key);
    }
  }
}

/** Where an answer sends what was changed; undefined: nowhere. */
function targetOf(event: Protocol.Fetch.RequestPausedEvent): URL | undefined {
  const { request, responseStatusCode: status = 0, responseHeaders = [] } = event;
  if (!keepsBody(status, request.method)) return undefined;
  const location = responseHeaders.find(({ name }) => name.toLowerCase() === "location")?.value;
  if (location === undefined) return undefined;
  try {
    return new URL(location, request.url);
  } catch {
    return undefined; // the browser goes nowhere
  }
}

function keyOf({ requestId, sessionId = "" }: PausedId): string {
  return `${sessionId} ${requestId}`;
}
