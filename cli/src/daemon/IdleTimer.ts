const DEFAULT_IDLE_MS = 10 * 60_000;

/** BSK_DAEMON_IDLE_MS, in ms; ten minutes without it. */
export function idleMs(): number {
  const given = Number(process.env.BSK_DAEMON_IDLE_MS);
  return Number.isInteger(given) && given > 0 ? given : DEFAULT_IDLE_MS;
}

/** Runs `onIdle` when nothing has been in use for a while. */
export class IdleTimer {
  readonly #ms: number;
  readonly #isInUse: () => boolean;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, isInUse: () => boolean, onIdle: () => void) {
    this.#ms = ms;
    this.#isInUse = isInUse;
    this.#onIdle = onIdle;
  }

  /** To be called whenever a client, a browser or a session came or went. */
  update(): void {
    clearTimeout(this.#timer);
    if (!this.#isInUse()) this.#timer = setTimeout(this.#onIdle, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
