import type { VolatileState } from "../ports.js";

/** One held request, as the next worker needs it. */
export interface PausedId {
  readonly requestId: string;
  readonly sessionId?: string;
}

/** Sends one command to the tab or a child session of it. */
type Fail = (paused: PausedId) => Promise<unknown>;

/**
 * The ids of what one tab's capture holds, kept where they outlive the worker: a request that is held when the
 * worker dies would hang, and go to the real server as soon as the debugger is detached.
 */
export class PausedJournal {
  readonly #held = new Map<string, PausedId>();

  constructor(
    private readonly volatile: VolatileState,
    private readonly tabId: number,
  ) {}

  /** Throws what the state throws: such a request must not wait. */
  add(paused: PausedId): Promise<void> {
    this.#held.set(keyOf(paused), paused);
    return this.#write();
  }

  remove(paused: PausedId): void {
    this.#held.delete(keyOf(paused));
    // An id that stays by accident is refused by the browser: nothing is lost.
    this.#write().catch(() => undefined);
  }

  #write(): Promise<void> {
    const key = journalKey(this.tabId);
    return this.#held.size === 0
      ? this.volatile.remove(key)
      : this.volatile.set(key, [...this.#held.values()]);
  }
}

/**
 * At the boot of a worker, before the tab is detached: fails what an earlier one held. Never rejects; an id that
 * the browser does not know any more was answered.
 */
export async function failPaused(
  volatile: VolatileState,
  tabId: number,
  fail: Fail,
): Promise<void> {
  const key = journalKey(tabId);
  const found = await volatile.get(key).catch(() => undefined);
  const ids = Array.isArray(found) ? found.filter(isPausedId) : [];
  await Promise.allSettled(ids.map((id) => fail(id)));
  if (found !== undefined) await volatile.remove(key).catch(() => undefined);
}

function journalKey(tabId: number): string {
  return `paused:${tabId}`;
}

function keyOf({ requestId, sessionId = "" }: PausedId): string {
  return `${sessionId} ${requestId}`;
}

function isPausedId(value: unknown): value is PausedId {
  // The assertion only opens the value for the look that decides what it is.
  const { requestId, sessionId } = (value ?? {}) as { requestId?: unknown; sessionId?: unknown };
  return (
    typeof requestId === "string" && (sessionId === undefined || typeof sessionId === "string")
  );
}
