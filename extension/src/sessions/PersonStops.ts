import { errors } from "@bsk/core";
import { type ActionDefinition, CATALOGUE, isActing } from "@bsk/schema";
import type { Sessions } from "./Sessions.js";

/** A stopped command is answered after this long even when its work has not noticed yet. */
const GRACE_MS = 150;

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
      return await Promise.race([work, whenStopped(controller.signal, session)]);
    } catch (error) {
      // What fails because it was stopped may say so in any words.
      throw controller.signal.aborted ? errors.userAborted(session) : error;
    } finally {
      this.#running.delete(controller);
    }
  }
}

function whenStopped(signal: AbortSignal, session: string): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): unknown => setTimeout(() => reject(errors.userAborted(session)), GRACE_MS);
    signal.addEventListener("abort", late, { once: true });
  });
}
