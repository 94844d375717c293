import type { RequestRecord } from "@bsk/schema";
import type { Clock } from "../ports.js";
import type { CoverageLog } from "./CoverageLog.js";
import type { Hop } from "./Hop.js";

export interface ServiceWorkerGateOptions {
  /** Whether the worker with that URL can only serve the captured tab, by the tabs that are there now. Never rejects. */
  readonly isAlone: (workerUrl: string) => Promise<boolean>;
  /** What is held turned out to be this tab's. */
  readonly told: (hop: Hop) => void;
  readonly clock: Clock;
  readonly coverage: CoverageLog;
}

/**
 * Holds back what service workers ask for until it is known to be the captured tab's: one worker serves all tabs of
 * its site, and the browser does not say for which it works. What the tab itself has just asked for, passed on, is
 * its own; anything else only where no other tab can be served.
 */
export class ServiceWorkerGate {
  /** Held, with whether the tab was alone when it began; undefined: that was decided, and it is left out. */
  readonly #held = new Map<Hop, Promise<boolean> | undefined>();
  /** Requests of the tab that a worker has passed on. */
  readonly #passed = new WeakSet<Hop>();
  readonly #decisions = new Set<Promise<void>>();

  constructor(private readonly options: ServiceWorkerGateOptions) {}

  holds(hop: Hop): boolean {
    return this.#held.has(hop);
  }

  /** A request began; `previous` redirected to it, `open` are those on their way. */
  began(hop: Hop, previous: Hop | undefined, open: readonly Hop[]): void {
    const { worker, url } = hop.record;
    if (worker?.type !== "service" || url === worker.url) return;
    if (previous && !this.holds(previous)) return;
    const own = open.find(
      (other) => !this.#passed.has(other) && isPassedOn(other.record, hop.record),
    );
    if (own) this.#passed.add(own);
    else this.#held.set(hop, this.options.isAlone(worker.url));
  }

  /** It has its answer, or will have none. */
  answered(hop: Hop): void {
    const wasAlone = this.#held.get(hop);
    if (!wasAlone) return;
    this.#held.set(hop, undefined);
    const decision = this.#decide(hop, wasAlone).finally(() => this.#decisions.delete(decision));
    this.#decisions.add(decision);
  }

  /** Resolves when all that has its answer is told or left out. */
  async settled(): Promise<void> {
    await Promise.all(this.#decisions);
  }

  async #decide(hop: Hop, wasAlone: Promise<boolean>): Promise<void> {
    const { isAlone, told, clock, coverage } = this.options;
    const isOwn = (await wasAlone) && (await isAlone(hop.record.worker?.url ?? ""));
    // A tab that is on its way to the site is not there yet, and the captured one's documents are known.
    if (!isOwn || isNavigation(hop.record)) {
      coverage.add("service_worker_shared", clock.now());
      return;
    }
    this.#held.delete(hop);
    told(hop);
  }
}

function isPassedOn(own: RequestRecord, passed: RequestRecord): boolean {
  const isOther = own.worker?.type === "service";
  return !isOther && own.method === passed.method && own.url === passed.url;
}

function isNavigation({ request_headers: headers = {} }: RequestRecord): boolean {
  return (
    headers["sec-fetch-mode"] === "navigate" ||
    /^i?frame$|^document$/.test(headers["sec-fetch-dest"] ?? "")
  );
}
