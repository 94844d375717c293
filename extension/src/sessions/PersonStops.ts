import { errors } from "@bsk/core";
import { type ActionDefinition, CATALOGUE, isActing } from "@bsk/schema";
import { afterAbort } from "../afterAbort.js";
import type { Sessions } from "./Sessions.js";

const ACTIONS: ReadonlyMap<string, ActionDefinition> = new Map(
  CATALOGUE.map((action) => [action.method, action]),
);

/**
 * A person's Stop: what the session runs ends, and its next acting command is refused, once. Reads, and
 * giving back what is borrowed, go on.
 */
export class PersonStops {
  readonly #sessions: Pick<Sessions, "find" | "list" | "save">;
  readonly #running = new Map<AbortController, string>();

  constructor(sessions: Pick<Sessions, "find" | "list" | "save">) {
    this.#sessions = sessions;
  }

  /** A session that is not there (any more) has nothing to stop. */
  async stop(session: string): Promise<void> {
    const state = this.#sessions.find(session);
    if (!state) return;
    state.isStopped = true;
    for (const [controller, id] of this.#running) if (id === session) controller.abort();
    await this.#sessions.save();
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#sessions.list().map(({ id }) => this.stop(id)));
  }

  /** Runs a command of a session, as far as no person stops it. Throws `user_aborted`. */
  async guard<T>(
    method: string,
    { session, signal }: { readonly session: string | undefined; readonly signal: AbortSignal },
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const action = ACTIONS.get(method);
    if (!action || session === undefined) return run(signal);
    if (action.slot !== "exclusive" && !isActing(action)) return run(signal);
    const state = this.#sessions.find(session);
    if (state?.isStopped && isActing(action)) {
      state.isStopped = false;
      await this.#sessions.save();
      throw errors.userAborted(session);
    }
    // From the look above to here nothing may wait: a Stop in between would find nothing to end.
    const controller = new AbortController();
    this.#running.set(controller, session);
    try {
      const work = run(AbortSignal.any([signal, controller.signal]));
      // What does not act is no harm, and may be a giving back: it is told to end, and says how it did.
      if (!isActing(action)) return await work;
      const stopped = afterAbort(controller.signal, () => errors.userAborted(session));
      return await Promise.race([work, stopped]);
    } catch (error) {
      // What fails because it was stopped may say so in any words.
      throw controller.signal.aborted ? errors.userAborted(session) : error;
    } finally {
      this.#running.delete(controller);
    }
  }
}
