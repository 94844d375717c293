import { errors } from "@bsk/core";
import type { ActionResults, Activity } from "@bsk/schema";

interface Running {
  readonly commandId: string;
  readonly method: string;
  readonly startedAt: number;
  isStopping: boolean;
}

/** A session's slot while one command holds it. */
export interface Slot {
  /** The caller has its answer, the browser has not stopped yet. */
  stopping(): void;
  /** Nothing of the command runs any more. */
  free(): void;
}

export interface WaitOptions {
  /** Undefined: until nothing runs. */
  readonly commandId: string | undefined;
  readonly waitMs: number;
  /** Ends the waiting, not the command. */
  readonly signal: AbortSignal;
}

/** One browser command at a time in a session; reads of evidence never come here. */
export class Slots {
  readonly #taken = new Map<string, Running>();
  readonly #waiters = new Map<string, Set<() => void>>();
  #nextCommand = 1;

  /** Takes the session's slot. Throws `session_busy` with what runs there. */
  take(session: string, method: string): Slot {
    if (this.#taken.has(session)) throw errors.sessionBusy(session, this.activity(session));
    const commandId = `c${this.#nextCommand++}`;
    const own: Running = { commandId, method, startedAt: Date.now(), isStopping: false };
    this.#taken.set(session, own);
    return {
      stopping: () => {
        own.isStopping = true;
      },
      free: () => {
        if (this.#taken.get(session) !== own) return;
        this.#taken.delete(session);
        for (const look of this.#waiters.get(session) ?? []) look();
      },
    };
  }

  /** What runs there now. */
  activity(session: string): Activity {
    const running = this.#taken.get(session);
    if (!running) return { state: "idle" };
    return {
      state: running.isStopping ? "stopping" : "running",
      command_id: running.commandId,
      method: running.method,
      started_at: running.startedAt,
      elapsed_ms: Date.now() - running.startedAt,
    };
  }

  /** Until the named command, or any, no longer holds the slot. Throws `cancelled`, `command_not_found`. */
  async wait(session: string, options: WaitOptions): Promise<ActionResults["debug/wait"]> {
    const { commandId } = options;
    if (commandId !== undefined && !this.#hasGiven(commandId))
      throw errors.commandNotFound(commandId, session);
    const holder = this.#holderOf(commandId) ?? session;
    const isOver = (): boolean => {
      const running = this.#taken.get(holder);
      return !running || (commandId !== undefined && running.commandId !== commandId);
    };
    const isComplete = isOver() || (await this.#untilOver(holder, isOver, options));
    return {
      activity: this.activity(session),
      wait_complete: isComplete,
      wait_timed_out: !isComplete,
    };
  }

  /** Numbers are given in order and never again. */
  #hasGiven(commandId: string): boolean {
    const number = Number(commandId.slice(1));
    return number >= 1 && number < this.#nextCommand;
  }

  /** The session that the command runs in, which may be another one than is asked about. */
  #holderOf(commandId: string | undefined): string | undefined {
    return [...this.#taken].find(([, running]) => running.commandId === commandId)?.[0];
  }

  #untilOver(session: string, isOver: () => boolean, options: WaitOptions): Promise<boolean> {
    const { waitMs, signal } = options;
    const waiters = this.#waiters.get(session) ?? new Set();
    this.#waiters.set(session, waiters);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        waiters.delete(look);
        if (waiters.size === 0) this.#waiters.delete(session);
        end();
      };
      const look = (): void => {
        if (isOver()) settle(() => resolve(true));
      };
      const onAbort = (): void => settle(() => reject(errors.cancelled("debug/wait")));
      const timer = setTimeout(() => settle(() => resolve(false)), waitMs);
      waiters.add(look);
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }
}
