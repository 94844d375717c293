import { errors } from "@bsk/core";

interface Activity {
  readonly commandId: string;
  readonly method: string;
  readonly startedAt: number;
}

/** One browser command at a time in a session; reads of evidence never come here. */
export class Slots {
  readonly #taken = new Map<string, Activity>();
  #nextCommand = 1;

  /** Takes the session's slot and returns what frees it. Throws `session_busy` with what runs there. */
  take(session: string, method: string): () => void {
    const running = this.#taken.get(session);
    if (running) {
      throw errors.sessionBusy(session, {
        command_id: running.commandId,
        method: running.method,
        started_at: running.startedAt,
        elapsed_ms: Date.now() - running.startedAt,
      });
    }
    const own: Activity = { commandId: `c${this.#nextCommand++}`, method, startedAt: Date.now() };
    this.#taken.set(session, own);
    return () => {
      if (this.#taken.get(session) === own) this.#taken.delete(session);
    };
  }
}
