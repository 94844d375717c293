import type { Protocol } from "devtools-protocol";
import { BOUNDS } from "./bounds.js";
import { applyRequestExtra, applyResponseExtra, type Hop, removeExtras } from "./Hop.js";

type RequestExtra = Protocol.Network.RequestWillBeSentExtraInfoEvent;
type ResponseExtra = Protocol.Network.ResponseReceivedExtraInfoEvent;

/**
 * All hops that share one CDP request id, and the ExtraInfo events on their way to them. ExtraInfo keeps its own
 * order but none against the other events, may come before the request, and some hops have none.
 */
export class RequestChain {
  readonly hops: Hop[] = [];
  #requestExtras: RequestExtra[] = [];
  #responseExtras: ResponseExtra[] = [];
  /** Extras that did not fit; the headers of later hops would be guesses, so they stay as the page set them. */
  overflowed = false;

  get last(): Hop | undefined {
    return this.hops.at(-1);
  }

  /** Whether a hop began at this monotonic time: a request that is reported twice is the same one. */
  began(timestamp: number): boolean {
    return this.hops.some((hop) => hop.startedMonotonic === timestamp);
  }

  /** The chain of a new request under the same id; what waits here came early and is its own. */
  successor(): RequestChain {
    const next = new RequestChain();
    next.#requestExtras = this.#requestExtras;
    next.#responseExtras = this.#responseExtras;
    this.#requestExtras = [];
    this.#responseExtras = [];
    return next;
  }

  /** Each returns the hops that changed. */
  add(hop: Hop): Hop[] {
    this.hops.push(hop);
    return this.rebind();
  }

  addRequestExtra(event: RequestExtra): Hop[] {
    return this.#queue(this.#requestExtras, event);
  }

  addResponseExtra(event: ResponseExtra): Hop[] {
    return this.#queue(this.#responseExtras, event);
  }

  #queue<T>(queue: T[], event: T): Hop[] {
    if (queue.length >= BOUNDS.extraInfoPerRequest || this.overflowed) {
      this.overflowed = true;
      return [];
    }
    queue.push(event);
    return this.rebind();
  }

  /**
   * The browser said that this hop has none, so what it took early (an internal redirect: HSTS, a cache)
   * belongs to the next one.
   */
  takeBack(hop: Hop): void {
    if (hop.requestExtra) this.#requestExtras.unshift(hop.requestExtra);
    if (hop.responseExtra) this.#responseExtras.unshift(hop.responseExtra);
    removeExtras(hop);
  }

  /** Call after a hop's status or its `extraExpected` became known. */
  rebind(): Hop[] {
    const changed = new Set<Hop>();
    for (const hop of this.hops) {
      if (this.#requestExtras.length === 0) break;
      if (hop.requestExtra || hasNone(hop)) continue;
      const event = this.#requestExtras.shift();
      if (event) applyRequestExtra(hop, event);
      changed.add(hop);
    }
    for (const hop of this.hops) {
      const [next] = this.#responseExtras;
      if (!next) break;
      if (hop.responseExtra || hasNone(hop) || !statusFits(hop, next)) continue;
      this.#responseExtras.shift();
      applyResponseExtra(hop, next);
      changed.add(hop);
    }
    return [...changed];
  }
}

/** A redirect that the browser says has none; the last hop takes what came in spite of the flag. */
function hasNone(hop: Hop): boolean {
  return hop.extraExpected === false && hop.record.state === "redirected";
}

/** A hop whose status is known takes only its own; 304 is a revalidated 200. */
function statusFits(hop: Hop, event: ResponseExtra): boolean {
  const { status } = hop.record;
  if (status === undefined || status === event.statusCode) return true;
  return event.statusCode === 304 || (hop.extraExpected === true && status === 200);
}
