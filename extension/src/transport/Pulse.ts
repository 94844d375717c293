/** The worker is stopped after 30 s without a message; the daemon's ping usually comes before this. */
const LONGEST_SILENCE_MS = 20_000;
const CHECK_MS = LONGEST_SILENCE_MS / 2;
/** A daemon that missed this many heartbeats hangs. */
const MISSED_HEARTBEATS = 3;

/** Says something on a quiet socket before the browser stops the worker, and notices a daemon that hangs. */
export class Pulse {
  /** Resolves when nothing has come for several heartbeats. */
  readonly hung: Promise<undefined>;
  readonly #timer: ReturnType<typeof setInterval>;
  #sentAt: number = Date.now();
  #receivedAt: number = Date.now();

  constructor(socket: Pick<WebSocket, "send">, heartbeatMs: number) {
    let tellHung = (): void => undefined;
    this.hung = new Promise((resolve) => {
      tellHung = () => resolve(undefined);
    });
    const longestWaitMs = Math.max(heartbeatMs * MISSED_HEARTBEATS, LONGEST_SILENCE_MS);
    this.#timer = setInterval(() => {
      const now = Date.now();
      if (now - this.#receivedAt > longestWaitMs) tellHung();
      if (now - this.#sentAt < CHECK_MS) return;
      this.#sentAt = now;
      socket.send('{"jsonrpc":"2.0","method":"$/alive"}');
    }, CHECK_MS);
  }

  sent(): void {
    this.#sentAt = Date.now();
  }

  received(): void {
    this.#receivedAt = Date.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
