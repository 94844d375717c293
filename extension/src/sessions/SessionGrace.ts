import type { Sessions } from "./Sessions.js";

/** How long sessions wait for a daemon that knows them. */
const GRACE_MS = 10_000;

export interface SessionGraceOptions {
  readonly sessions: Sessions;
  /** The daemon lists a session that this browser does not have (any more). */
  unknownHere(session: string): void;
}

/** What becomes of sessions whose daemon is gone: they wait for one that lists them, then end. */
export class SessionGrace {
  readonly #options: SessionGraceOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SessionGraceOptions) {
    this.#options = options;
  }

  /** There is no connection (any more). */
  lost(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#endAllBut(new Set()), GRACE_MS);
  }

  /** A daemon is there and knows these sessions. */
  async welcomed(known: readonly string[]): Promise<void> {
    clearTimeout(this.#timer);
    const { sessions, unknownHere } = this.#options;
    await sessions.ready;
    const here = new Set(sessions.list().map(({ id }) => id));
    for (const id of known) if (!here.has(id)) unknownHere(id);
    await this.#endAllBut(new Set(known));
  }

  async #endAllBut(known: ReadonlySet<string>): Promise<void> {
    const { sessions } = this.#options;
    const lost = sessions.list().filter(({ id }) => !known.has(id));
    await Promise.all(lost.map(({ id }) => sessions.close(id, "disconnected")));
  }
}
