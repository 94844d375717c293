import type { Clock } from "../ports.js";
import type { Hop } from "./Hop.js";

/** An exchange that has begun and brings nothing new for this long is read as far as it came. */
const QUIET_MS = 400;
/** Each reading doubles the wait for the next one: a stream that trickles must not be read all the time. */
const LONGEST_QUIET_MS = 60_000;

interface Watched {
  arrivedAt: number;
  quietMs: number;
  /** Cancels the timer; undefined while none runs. */
  cancel: (() => void) | undefined;
}

/** Notices exchanges that have begun and fall silent without an end: the page dropped them unread, or they stream. */
export class OpenBodyWatch {
  readonly #watched = new Map<Hop, Watched>();

  constructor(
    private readonly clock: Clock,
    private readonly fellSilent: (hop: Hop) => void,
  ) {}

  /** Something of the response arrived. Called for every piece: it only takes the time. */
  arrived(hop: Hop): void {
    const watched = this.#watched.get(hop) ?? {
      arrivedAt: 0,
      quietMs: QUIET_MS,
      cancel: undefined,
    };
    watched.arrivedAt = this.clock.now();
    this.#watched.set(hop, watched);
    if (!watched.cancel) this.#wait(hop, watched, watched.quietMs);
  }

  forget(hop: Hop): void {
    this.#watched.get(hop)?.cancel?.();
    this.#watched.delete(hop);
  }

  /** Ends the watching; returns those whose latest pieces nobody was told of. */
  clear(): Hop[] {
    const unread = [...this.#watched].filter(([, { cancel }]) => cancel !== undefined);
    for (const [, { cancel }] of unread) cancel?.();
    this.#watched.clear();
    return unread.map(([hop]) => hop);
  }

  #wait(hop: Hop, watched: Watched, ms: number): void {
    watched.cancel = this.clock.after(ms, () => {
      watched.cancel = undefined;
      const left = watched.arrivedAt + watched.quietMs - this.clock.now();
      if (left > 0) {
        this.#wait(hop, watched, left);
        return;
      }
      watched.quietMs = Math.min(watched.quietMs * 2, LONGEST_QUIET_MS);
      this.fellSilent(hop);
    });
  }
}
