import { PAIRING_CLOSE, readPairingCode } from "@bsk/core";
import { withDeadline } from "../debugger/withDeadline.js";
import { Frames } from "./Frames.js";
import { Refusal } from "./handshake.js";
import { pairHandshake } from "./pairHandshake.js";
import { forgetPairing, instanceId, storePairing } from "./pairing.js";

const DEADLINE_MS = 15_000;

/** What became of the last code that was typed. */
export type PairerState =
  | { readonly kind: "idle" }
  | { readonly kind: "pairing"; readonly port: number }
  | { readonly kind: "failed"; readonly reason: string };

export interface PairerOptions {
  /** `chrome-extension://<id>`. */
  readonly origin: () => string;
  /** The stored pairing is another one, or none: connect with it. */
  readonly changed: () => void;
  /** To the daemon that is connected: this browser will not come back. */
  readonly unpairing: () => void;
}

/** Pairs this browser with the daemon whose code was typed into the popup, and unpairs it. */
export class Pairer {
  readonly #options: PairerOptions;
  #state: PairerState = { kind: "idle" };

  constructor(options: PairerOptions) {
    this.#options = options;
  }

  get state(): PairerState {
    return this.#state;
  }

  /** Never rejects: `state` says how it went. One at a time. */
  async pair(typed: string, port: number): Promise<void> {
    if (this.#state.kind === "pairing") return;
    const code = readPairingCode(typed);
    if (code === undefined) {
      this.#state = { kind: "failed", reason: "a code has ten letters and digits" };
      return;
    }
    this.#state = { kind: "pairing", port };
    try {
      const id = await instanceId();
      const secret = await this.#agree(code, port, id);
      await storePairing({ port, secret, instanceId: id });
      this.#state = { kind: "idle" };
      this.#options.changed();
    } catch (error) {
      const reason = error instanceof Refusal ? error.message : "the pairing could not be stored";
      this.#state = { kind: "failed", reason };
    }
  }

  async unpair(): Promise<void> {
    this.#options.unpairing();
    await forgetPairing();
    this.#state = { kind: "idle" };
    this.#options.changed();
  }

  /** The secret. Throws `Refusal`. */
  async #agree(code: string, port: number, id: string): Promise<string> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/pair`);
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener("close", (event) => resolve(event.code));
    });
    const frames = new Frames(socket);
    const opened = new Promise<void>((resolve) => {
      socket.addEventListener("open", () => resolve());
    });
    const refused = closed.then((closeCode) => {
      throw new Refusal(reasonOf(closeCode, port));
    });
    const shaken = opened.then(() =>
      pairHandshake(frames, { code, port, origin: this.#options.origin(), instanceId: id }),
    );
    const both = Promise.race([shaken, refused]).catch(async (error: unknown) => {
      // A socket that closed in between is told by its code.
      if (error instanceof Refusal) throw error;
      throw new Refusal(reasonOf(await closed, port));
    });
    try {
      return await withDeadline(both, DEADLINE_MS, late);
    } finally {
      socket.close();
    }
  }
}

function reasonOf(closeCode: number, port: number): string {
  switch (closeCode) {
    case PAIRING_CLOSE.wrongCode:
      return "that is not the code which bsk pair printed";
    case PAIRING_CLOSE.over:
      return "that code cannot be used any more; run bsk pair again";
    case PAIRING_CLOSE.notValid:
      return "the daemon refused; it may be of another version";
    default:
      return `no bsk pair waits on port ${port}`;
  }
}

function late(): Error {
  return new Refusal(`the daemon did not finish within ${DEADLINE_MS} ms`);
}
