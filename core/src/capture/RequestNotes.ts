import type { PausedRequest, RequestNote } from "../intercept.js";
import type { Clock } from "../ports.js";
import { boundUrl } from "./boundUrl.js";
import type { Hop } from "./Hop.js";

/** Notes whose request the Network domain has not told yet. */
const MOST_PENDING = 64;

/** How long the Network domain may take to tell of a request that is held. */
const TELL_MS = 1000;

type Tell = (type: string | undefined) => void;

/**
 * What rules say of requests, brought together with the records: the Fetch domain may speak of a request before
 * the Network domain does.
 */
export class RequestNotes {
  readonly #pending = new Map<PausedRequest, RequestNote>();
  readonly #hops = new WeakMap<PausedRequest, Hop>();
  readonly #taken = new WeakSet<Hop>();
  readonly #waiting = new Map<string, Set<Tell>>();

  constructor(
    private readonly clock: Clock,
    /** A note that will have no record. */
    private readonly lost: () => void,
  ) {}

  /** The record's hop, which the note is for; undefined: it waits for its request, or has none. */
  add(paused: PausedRequest, note: RequestNote, hops: readonly Hop[]): Hop | undefined {
    const known =
      this.#hops.get(paused) ?? [...hops].reverse().find((hop) => this.#isOf(paused, hop));
    if (known) {
      this.#take(paused, known);
      return known;
    }
    if (paused.networkId === undefined) {
      if (note.intervention.state === "pending") this.lost();
      return undefined;
    }
    const [oldest] = this.#pending.keys();
    if (this.#pending.size >= MOST_PENDING && !this.#pending.has(paused) && oldest) {
      this.#pending.delete(oldest);
      this.lost();
    }
    this.#pending.set(paused, note);
    return undefined;
  }

  /** The Network domain tells of a request: the note that waited for it, if any. */
  told(hop: Hop): RequestNote | undefined {
    for (const tell of this.#waiting.get(hop.cdpId) ?? []) tell(hop.record.resource_type);
    this.#waiting.delete(hop.cdpId);
    for (const [paused, note] of this.#pending) {
      if (!this.#isOf(paused, hop)) continue;
      this.#take(paused, hop);
      return note;
    }
    return undefined;
  }

  /** The type of a request that is not told yet; undefined when it is not told in time. */
  typeOf(networkId: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      const tells = this.#waiting.get(networkId) ?? new Set<Tell>();
      this.#waiting.set(networkId, tells);
      const cancel = this.clock.after(TELL_MS, () => {
        tells.delete(tell);
        if (tells.size === 0) this.#waiting.delete(networkId);
        resolve(undefined);
      });
      const tell: Tell = (type) => {
        cancel();
        resolve(type);
      };
      tells.add(tell);
    });
  }

  #take(paused: PausedRequest, hop: Hop): void {
    this.#pending.delete(paused);
    this.#hops.set(paused, hop);
    this.#taken.add(hop);
  }

  /** Hops share the id: the URL and the method say which one is held. */
  #isOf({ networkId, request }: PausedRequest, hop: Hop): boolean {
    if (hop.cdpId !== networkId || this.#taken.has(hop)) return false;
    const { method, url } = hop.record;
    return method === request.method && withoutFragment(url) === boundUrl(request.url).url;
  }
}

function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? url : url.slice(0, at);
}
