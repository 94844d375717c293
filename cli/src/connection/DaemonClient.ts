import type { Socket } from "node:net";
import { type BskError, errors, fromWireError } from "@bsk/core";
import { validateWireRequest, validateWireResponse, type WireResponse } from "@bsk/schema";
import { connectToDaemon } from "./connectToDaemon.js";
import type { DaemonIdentity } from "./DaemonIdentity.js";
import { LineReader, MAX_FRAME_BYTES } from "./LineReader.js";
import { type Progress, readProgress } from "./readProgress.js";

export interface CallOptions {
  /** Aborted: the daemon is told, and the call rejects with `cancelled` at once. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface ConnectOptions {
  readonly home: string;
  /** False: `daemon_not_running` instead of a new daemon, and nothing is replaced. */
  readonly startIfMissing: boolean;
  /** True: also a daemon of another protocol, for what every daemon answers. */
  readonly anyProtocol?: boolean;
  /** The port for extensions of a daemon that is started here. */
  readonly port?: number;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: BskError) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** One connection to the daemon: any number of calls at once, each with its own answer. */
export class DaemonClient {
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #ended: BskError | undefined;
  /** Who answers, and what the person should know about it. */
  identity: DaemonIdentity | undefined;
  warnings: readonly string[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new LineReader({
      onLine: (line) => this.#receive(line),
      onTooLong: () => this.#end(errors.malformedFrame(`more than ${MAX_FRAME_BYTES} bytes`)),
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", (error) => this.#end(errors.daemonUnreachable(error.message)));
    socket.on("close", () => this.#end(errors.daemonUnreachable("it closed the connection")));
  }

  /** Finds the daemon of `home`, starts it where asked to, and settles what a different build means. */
  static connect(options: ConnectOptions): Promise<DaemonClient> {
    return connectToDaemon(options, (socket) => new DaemonClient(socket));
  }

  /** The answer as it came: foreign until its validator has seen it. Throws BskError. */
  call(method: string, params: object, options: CallOptions = {}): Promise<unknown> {
    const { signal, onProgress } = options;
    if (this.#ended) return Promise.reject(this.#ended);
    if (signal?.aborted) return Promise.reject(errors.cancelled(method));
    const id = this.#nextId++;
    const line = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    if (Buffer.byteLength(line) > MAX_FRAME_BYTES) {
      return Promise.reject(
        errors.malformedFrame(`${method} has more than ${MAX_FRAME_BYTES} bytes`),
      );
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        if (!this.#pending.delete(id)) return;
        this.#send({ jsonrpc: "2.0", method: "$/cancel", params: { id } });
        reject(errors.cancelled(method));
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const settled = (): void => signal?.removeEventListener("abort", onAbort);
      this.#pending.set(id, {
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
        onProgress,
      });
      this.#socket.write(`${line}\n`);
    });
  }

  /** Ends the connection. Calls under way are cancelled by the daemon. */
  close(): void {
    this.#end(errors.daemonUnreachable("this side closed the connection"));
  }

  #send(frame: object): void {
    if (!this.#ended) this.#socket.write(`${JSON.stringify(frame)}\n`);
  }

  #receive(line: string): void {
    let frame: unknown;
    try {
      frame = JSON.parse(line);
    } catch {
      this.#end(errors.invalidJson("A frame of the daemon"));
      return;
    }
    if (validateWireResponse(frame)) this.#settle(frame);
    else if (validateWireRequest(frame)) this.#notice(frame.method, frame.params ?? {});
    else this.#end(errors.malformedFrame("neither a response nor a notification"));
  }

  #settle(response: WireResponse): void {
    if (response.id === null && response.error) {
      // The daemon could not read something we sent: no call can be matched to an answer any more.
      this.#end(fromWireError(response.error));
      return;
    }
    const id = Number(response.id);
    const pending = this.#pending.get(id);
    // A cancelled call is answered too; nobody waits for it.
    if (!pending) return;
    this.#pending.delete(id);
    if (response.error) pending.reject(fromWireError(response.error));
    else pending.resolve(response.result);
  }

  #notice(method: string, params: { readonly [name: string]: unknown }): void {
    if (method !== "$/progress") return;
    this.#pending.get(Number(params.id))?.onProgress?.(readProgress(params));
  }

  #end(reason: BskError): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#socket.destroySoon();
    for (const pending of this.#pending.values()) pending.reject(reason);
    this.#pending.clear();
  }
}
