import type { Extension } from "./Extension.js";
import type { Refusal } from "./Handshake.js";

interface Waiter {
  readonly instanceId: string;
  readonly done: (extension: Extension | undefined) => void;
}

/** The browsers that are connected now, one connection each. */
export class Extensions {
  readonly #connected = new Map<string, Extension>();
  readonly #waiters = new Set<Waiter>();
  readonly #refusals = new Map<string, string>();

  all(): readonly Extension[] {
    return [...this.#connected.values()];
  }

  get(instanceId: string): Extension | undefined {
    return this.#connected.get(instanceId);
  }

  /** Takes a connection in; what it displaced is returned, still open. */
  add(extension: Extension): Extension | undefined {
    const id = extension.browser.instance_id;
    const displaced = this.#connected.get(id);
    this.#connected.set(id, extension);
    this.#refusals.delete(id);
    for (const waiter of [...this.#waiters]) {
      if (waiter.instanceId === id) waiter.done(extension);
    }
    return displaced;
  }

  /** False when a newer connection has taken its place. */
  remove(extension: Extension): boolean {
    const id = extension.browser.instance_id;
    if (this.#connected.get(id) !== extension) return false;
    return this.#connected.delete(id);
  }

  /** A browser that is waited for was turned away: its waiter learns it now, and may ask why. */
  refused({ instanceId, reason }: Refusal): void {
    for (const waiter of [...this.#waiters]) {
      if (waiter.instanceId !== instanceId) continue;
      this.#refusals.set(waiter.instanceId, reason);
      waiter.done(undefined);
    }
  }

  refusalOf(instanceId: string): string | undefined {
    return this.#refusals.get(instanceId);
  }

  /** The browser's next connection, whatever it has now and whoever is turned away; undefined when none comes. */
  async waitForNext(instanceId: string, ms: number): Promise<Extension | undefined> {
    const deadline = Date.now() + ms;
    for (let left = ms; left > 0; left = deadline - Date.now()) {
      const next = await this.#next(instanceId, left);
      if (next) return next;
    }
    return undefined;
  }

  /** The browser's connection, now or when it comes; undefined when it is turned away or does not come in time. */
  waitFor(instanceId: string, ms: number, signal?: AbortSignal): Promise<Extension | undefined> {
    const present = this.#connected.get(instanceId);
    if (present || ms <= 0 || signal?.aborted) return Promise.resolve(present);
    return this.#next(instanceId, ms, signal);
  }

  #next(instanceId: string, ms: number, signal?: AbortSignal): Promise<Extension | undefined> {
    return new Promise((resolve) => {
      const done = (extension: Extension | undefined): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiters.delete(waiter);
        resolve(extension);
      };
      const onAbort = (): void => done(undefined);
      const timer = setTimeout(onAbort, ms);
      const waiter: Waiter = { instanceId, done };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }
}
