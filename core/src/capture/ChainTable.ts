import type { Clock } from "../ports.js";
import { BOUNDS } from "./bounds.js";
import type { Hop } from "./Hop.js";
import { RequestChain } from "./RequestChain.js";

interface Dated {
  readonly chain: RequestChain;
  readonly until: number;
}

/**
 * Chains by CDP request id: those on their way, those that ended a moment ago and may still get ExtraInfo, and
 * ExtraInfo that came before its request. All three are bounded.
 *
 * The id alone is the key, whichever session says it. A document's is said by two, its old process's and its new
 * one's; any other begins with the number of its process, over whose frames it counts on. So the same id from two
 * sessions is one request, or the later is of a process that has the number of one that is gone.
 */
export class ChainTable {
  readonly #chains = new Map<string, RequestChain>();
  /** In the order in which they ended. */
  readonly #ended = new Map<string, Dated>();
  readonly #early = new Map<string, Dated>();

  constructor(
    private readonly clock: Clock,
    private readonly extraOverflow: () => void,
  ) {}

  get size(): number {
    return this.#chains.size + this.#early.size;
  }

  get(id: string): RequestChain | undefined {
    return this.#chains.get(id);
  }

  /** The chain of a new request; an ended one of the same id gives way. */
  open(id: string): RequestChain {
    const early = this.#early.get(id)?.chain;
    const chain = early ?? this.#chains.get(id)?.successor() ?? new RequestChain();
    this.#early.delete(id);
    this.#ended.delete(id);
    this.#chains.delete(id); // so that it is the youngest
    this.#chains.set(id, chain);
    return chain;
  }

  /** The chain that an ExtraInfo event belongs to, known or not. */
  forExtra(id: string): RequestChain {
    const known = this.#chains.get(id) ?? this.#early.get(id)?.chain;
    if (known) return known;
    const now = this.clock.now();
    for (const [key, { until }] of this.#early) {
      const isFull = this.#early.size >= BOUNDS.extraInfoRequests;
      if (until > now && !isFull) break;
      if (until > now) this.extraOverflow();
      this.#early.delete(key);
    }
    const early = new RequestChain();
    this.#early.set(id, { chain: early, until: now + BOUNDS.extraInfoMs });
    return early;
  }

  /** The last hop is over; the chain stays a while for ExtraInfo that comes late. */
  end(id: string): void {
    const chain = this.#chains.get(id);
    if (!chain) return;
    const now = this.clock.now();
    this.#ended.delete(id);
    this.#ended.set(id, { chain, until: now + BOUNDS.extraInfoMs });
    for (const [key, { until }] of this.#ended) {
      if (until > now && this.#ended.size <= BOUNDS.endedRequests) break;
      this.#ended.delete(key);
      this.#chains.delete(key);
    }
  }

  /** The oldest request that did not end, where there are too many of them. */
  get surplus(): Hop | undefined {
    if (this.#chains.size - this.#ended.size <= BOUNDS.openRequests) return undefined;
    return this.openHops()[0];
  }

  /** Hops that did not end, oldest first. */
  openHops(): Hop[] {
    const last = [...this.#chains.values()].map((chain) => chain.last);
    return last.filter((hop): hop is Hop => hop !== undefined && !hop.ended);
  }

  /** Something has not ended, and has not fallen silent and been read. */
  get isBusy(): boolean {
    return this.openHops().some(
      ({ record, readBytes, decodedBytes }) =>
        record.state === "pending" || (record.state === "open" && readBytes !== decodedBytes),
    );
  }

  clear(): void {
    for (const map of [this.#chains, this.#ended, this.#early]) map.clear();
  }
}
