import type { FrameChannel } from "./handshake.js";

/** What came over a socket: a text frame's JSON, or that it was none. */
export type Frame =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "malformed" };

/** Reads a socket one frame at a time during the handshake, then hands every frame to a listener. */
export class Frames implements FrameChannel {
  readonly #socket: WebSocket;
  readonly #queue: Frame[] = [];
  #waiting: { resolve(value: unknown): void; reject(error: Error): void } | undefined;
  #listener: ((frame: Frame) => void) | undefined;
  #isClosed = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(parse(data)));
    socket.addEventListener("close", () => this.#end());
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** The next frame; undefined when it was not JSON. One caller at a time. */
  receive(): Promise<unknown> {
    const next = this.#queue.shift();
    if (next) return Promise.resolve(jsonOf(next));
    if (this.#isClosed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** From now on every frame goes to the listener, those that are queued first. */
  listen(listener: (frame: Frame) => void): void {
    this.#listener = listener;
    for (const frame of this.#queue.splice(0)) listener(frame);
  }

  #take(frame: Frame): void {
    if (this.#listener) {
      this.#listener(frame);
    } else if (this.#waiting) {
      this.#waiting.resolve(jsonOf(frame));
      this.#waiting = undefined;
    } else {
      this.#queue.push(frame);
    }
  }

  #end(): void {
    this.#isClosed = true;
    this.#waiting?.reject(closed());
    this.#waiting = undefined;
  }
}

function jsonOf(frame: Frame): unknown {
  return frame.kind === "json" ? frame.value : undefined;
}

function closed(): Error {
  return new Error("the socket closed");
}

function parse(data: unknown): Frame {
  if (typeof data !== "string") return { kind: "malformed" };
  try {
    return { kind: "json", value: JSON.parse(data) };
  } catch {
    return { kind: "malformed" };
  }
}
