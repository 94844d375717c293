import type { Welcome } from "@bsk/schema";
import { withDeadline } from "../debugger/withDeadline.js";
import { Frames } from "./Frames.js";
import { handshake, type Identity, Refusal } from "./handshake.js";
import { Pulse } from "./Pulse.js";
import type { Pairing } from "./pairing.js";
import { type Dispatch, Rpc } from "./Rpc.js";

/** What the popup shows of the connection. */
export type ConnectionState =
  | { readonly kind: "not_paired" }
  | { readonly kind: "connecting"; readonly port: number }
  | { readonly kind: "connected"; readonly port: number; readonly warning?: string }
  | { readonly kind: "refused"; readonly port: number; readonly reason: string };

export interface DaemonConnectionOptions {
  readonly identity: () => Identity;
  readonly readPairing: () => Promise<Pairing | undefined>;
  readonly dispatch: Dispatch;
  /** The daemon accepted; `sessions` are those it knows for this browser. */
  welcomed(sessions: readonly string[]): void;
  /** A connection that had been accepted is gone. */
  lost(): void;
  /** The daemon that had proven itself has unpaired this browser. */
  forgotten(): Promise<void>;
}

const HANDSHAKE_MS = 5000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** The daemon's close code for a connection whose place a newer one has taken. */
const DISPLACED = 4001;
/** And for a browser that was unpaired at the daemon's side. */
const FORGOTTEN = 4006;

/** The socket to the daemon: connects, proves, answers, and connects again. */
export class DaemonConnection {
  readonly #options: DaemonConnectionOptions;
  #state: ConnectionState = { kind: "not_paired" };
  #rpc: Rpc | undefined;
  #isRunning = false;
  #socket: WebSocket | undefined;
  /** The pairing changed while an attempt or a connection was under way. */
  #isOutdated = false;
  #waitMs = FIRST_WAIT_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DaemonConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Connects now unless it is connected or about to be. For boot, for the alarm, after pairing. */
  start(): void {
    if (this.#isRunning) return;
    clearTimeout(this.#retry);
    this.#isRunning = true;
    void this.#attempt().finally(() => {
      this.#isRunning = false;
      this.#socket = undefined;
      if (this.#isOutdated) {
        this.#isOutdated = false;
        this.#waitMs = FIRST_WAIT_MS;
        this.start();
        return;
      }
      if (this.#state.kind === "not_paired") return; // pairing calls start()
      this.#retry = setTimeout(() => this.start(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    });
  }

  /** Lets go of what is there and connects with the pairing as it is stored now. */
  restart(): void {
    if (!this.#isRunning) {
      this.#waitMs = FIRST_WAIT_MS;
      this.start();
      return;
    }
    this.#isOutdated = true;
    this.#socket?.close();
  }

  /** Tells the daemon something; without a connection it is not told, and welcome will settle it. */
  notify(method: string, params: object): void {
    this.#rpc?.notify(method, params);
  }

  /** From opening a socket until it has closed. Never rejects. */
  async #attempt(): Promise<void> {
    const pairing = await this.#options.readPairing().catch(() => undefined); // unreadable: not paired
    if (!pairing) {
      this.#state = { kind: "not_paired" };
      return;
    }
    if (this.#isOutdated) return;
    const { port } = pairing;
    if (this.#state.kind !== "refused") this.#state = { kind: "connecting", port };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/extension`);
    this.#socket = socket;
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener("close", ({ code }) => resolve(code));
    });
    const frames = new Frames(socket);
    try {
      const welcome = await withDeadline(this.#open(socket, frames, pairing), HANDSHAKE_MS, late);
      await this.#serve(socket, frames, { port, welcome, closed });
    } catch (error) {
      this.#failed(port, error);
      socket.close();
    }
  }

  async #open(socket: WebSocket, frames: Frames, pairing: Pairing): Promise<Welcome> {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      // After an error too; alone when this side gave the socket up.
      socket.addEventListener("close", () => reject(new Error("nothing answers on that port")));
    });
    return handshake(frames, pairing, this.#options.identity());
  }

  async #serve(
    socket: WebSocket,
    frames: Frames,
    { port, welcome, closed }: { port: number; welcome: Welcome; closed: Promise<number> },
  ): Promise<void> {
    const pulse = new Pulse(socket, welcome.heartbeat_ms);
    const ended = Promise.race([closed, pulse.hung]);
    const send = (text: string): void => {
      if (socket.readyState !== WebSocket.OPEN) return; // lost: `closed` tells
      pulse.sent();
      socket.send(text);
    };
    const rpc = new Rpc(send, this.#options.dispatch);
    this.#rpc = rpc;
    this.#waitMs = FIRST_WAIT_MS;
    const { warning } = welcome;
    this.#state = { kind: "connected", port, ...(warning === undefined ? {} : { warning }) };
    frames.listen((frame) => {
      pulse.received();
      rpc.receive(frame);
    });
    this.#options.welcomed(welcome.sessions);
    const code = await ended;
    pulse.stop();
    rpc.close();
    socket.close();
    this.#rpc = undefined;
    this.#options.lost();
    if (code === FORGOTTEN) await this.#options.forgotten();
    if (code === DISPLACED)
      throw new Refusal("another browser with the same pairing took its place");
    throw new Error("the connection was lost");
  }

  /** A refusal stays visible and is not repeated at once; a port where nobody answers is no refusal. */
  #failed(port: number, error: unknown): void {
    if (!(error instanceof Refusal)) {
      this.#state = { kind: "connecting", port };
      return;
    }
    this.#state = { kind: "refused", port, reason: error.message };
    this.#waitMs = LONGEST_WAIT_MS;
  }
}

function late(): Error {
  return new Refusal(`the daemon did not finish its handshake within ${HANDSHAKE_MS} ms`);
}
