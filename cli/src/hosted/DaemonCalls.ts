import { errors, fromWireError } from "@bsk/core";
import type { CallOptions, DaemonConnection } from "../Host.js";
import type { FromThread, ToThread } from "./messages.js";

type Reply = Extract<ToThread, { readonly id: number }>;

/** The daemon as a command in its own process sees it: no socket between them, the same rules as over one. */
export class DaemonCalls implements DaemonConnection {
  readonly warnings: readonly string[] = [];
  readonly #post: (message: FromThread) => void;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #nextId = 1;

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  call(method: string, params: object, { signal, onProgress }: CallOptions = {}): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(errors.cancelled(method));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#pending.delete(id);
        this.#post({ kind: "cancel", id });
        reject(errors.cancelled(method));
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#pending.set(id, (reply) => {
        if (reply.kind === "progress") {
          onProgress?.(reply.note);
          return;
        }
        signal?.removeEventListener("abort", onAbort);
        this.#pending.delete(id);
        if (reply.kind === "result") resolve(reply.result);
        else reject(fromWireError(reply.error));
      });
      this.#post({ kind: "call", id, method, params });
    });
  }

  /** An answer to a call that was given up is nobody's. */
  receive(reply: Reply): void {
    this.#pending.get(reply.id)?.(reply);
  }

  close(): void {
    // Nothing to close; what is still under way ends with the command.
  }
}
