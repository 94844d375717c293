import type { VolatileState } from "../ports.js";

/** One held request, as the next worker needs it. */
export interface PausedId {
  readonly requestId: string;
  readonly sessionId?: string;
}

/** What is written down of one tab. */
export interface PausedNotes {
  readonly held: readonly PausedId[];
  /** The child sessions that may hold requests nobody has told of yet. */
  readonly sessions: readonly string[];
}

/**
 * What one tab's capture holds, and where, kept where it outlives the worker: a request that is held when the
 * worker dies would hang, and go to the real server as soon as the debugger is detached.
 */
export class PausedJournal {
  readonly #held = new Map<string, PausedId>();
  #sessions: readonly string[] = [];

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

  /** Only these child sessions may hold requests from now on. */
  setSessions(sessions: Iterable<string>): void {
    this.#sessions = [...sessions];
    this.#write().catch(() => undefined); // where there is no room for this, no request waits either
  }

  #write(): Promise<void> {
    const key = journalKey(this.tabId);
    const notes: PausedNotes = { held: [...this.#held.values()], sessions: this.#sessions };
    const isEmpty = notes.held.length + notes.sessions.length === 0;
    return isEmpty ? this.volatile.remove(key) : this.volatile.set(key, notes);
  }
}

/** What an earlier worker left written down of a tab. Never rejects; what is not as it should be is left out. */
export async function readPaused(volatile: VolatileState, tabId: number): Promise<PausedNotes> {
  const found = await volatile.get(journalKey(tabId)).catch(() => undefined);
  // The assertion only opens the value for the looks that decide what it is.
  const { held, sessions } = (found ?? {}) as { held?: unknown; sessions?: unknown };
  return {
    held: Array.isArray(held) ? held.filter(isPausedId) : [],
    sessions: Array.isArray(sessions) ? sessions.filter((id) => typeof id === "string") : [],
  };
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
