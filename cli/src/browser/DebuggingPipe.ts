import { errors } from "@bsk/core";
import { fieldsOf } from "../connection/fieldsOf.js";

/** CDP over the browser's pipe: NUL-separated JSON, calls only, events are dropped. */
export class DebuggingPipe {
  readonly #outgoing: NodeJS.WritableStream;
  readonly #pending = new Map<number, (reply: ReadonlyMap<string, unknown>) => void>();
  #buffer = "";
  #nextId = 1;

  constructor(incoming: NodeJS.ReadableStream, outgoing: NodeJS.WritableStream) {
    this.#outgoing = outgoing;
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => this.#receive(chunk));
    for (const stream of [incoming, outgoing]) {
      stream.on("error", () => {
        // The browser is gone: its exit is what the keeper acts on.
      });
    }
  }

  /** Throws `cdp_failed` or `cdp_timeout`. */
  send(method: string, params: object, deadlineMs: number): Promise<ReadonlyMap<string, unknown>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(errors.cdpTimeout(method, deadlineMs));
      }, deadlineMs);
      this.#pending.set(id, (reply) => {
        clearTimeout(timer);
        const error = reply.get("error");
        if (error === undefined) resolve(fieldsOf(reply.get("result")));
        else reject(errors.cdpFailed(method, String(fieldsOf(error).get("message"))));
      });
      this.#outgoing.write(`${JSON.stringify({ id, method, params })}\0`);
    });
  }

  #receive(chunk: string): void {
    const parts = (this.#buffer + chunk).split("\0");
    this.#buffer = parts.pop() ?? "";
    for (const part of parts) {
      const reply = fieldsOf(JSON.parse(part));
      const id = Number(reply.get("id"));
      this.#pending.get(id)?.(reply);
      this.#pending.delete(id);
    }
  }
}
