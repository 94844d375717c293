import { type BskError, errors, toWireError } from "@bsk/core";
import { validateWireRequest, validateWireResponse, type WireRequest } from "@bsk/schema";
import { afterAbort } from "../afterAbort.js";
import type { Frame } from "./Frames.js";

type Id = string | number;

/** Runs one request. Its signal is aborted by `$/cancel` and when the socket is lost. */
export type Dispatch = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;

/** What both sockets carry in one message (8 MiB), less the envelope. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024 - 1024;

/** JSON-RPC 2.0 over one socket: answers the daemon's requests, each in its own time. */
export class Rpc {
  readonly #send: (text: string) => void;
  readonly #dispatch: Dispatch;
  readonly #running = new Map<Id, AbortController>();

  constructor(send: (text: string) => void, dispatch: Dispatch) {
    this.#send = send;
    this.#dispatch = dispatch;
  }

  notify(method: string, params: object): void {
    this.#send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** A frame that is no request is answered as `malformed_frame`; the connection goes on. */
  receive(frame: Frame): void {
    if (frame.kind === "malformed") {
      this.#fail(null, errors.malformedFrame("it is not JSON"));
    } else if (validateWireRequest(frame.value)) {
      this.#accept(frame.value);
    } else if (!isResponse(frame.value)) {
      this.#fail(idOf(frame.value), errors.malformedFrame("it is no JSON-RPC 2.0 request"));
    } // A response: this side asks nothing, so that nobody waits for it.
  }

  /** The socket is lost: nobody waits for an answer any more. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  #accept(request: WireRequest): void {
    const { id } = request;
    if (id === undefined) {
      this.#notified(request);
    } else if (this.#running.has(id)) {
      this.#fail(id, errors.malformedFrame("a request with this id is still running"));
    } else {
      void this.#answer(id, request);
    }
  }

  /** Unknown notifications are ignored, as JSON-RPC says. */
  #notified({ method, params }: WireRequest): void {
    if (method !== "$/cancel") return;
    const id = params?.id;
    if (typeof id === "string" || typeof id === "number") this.#running.get(id)?.abort();
  }

  async #answer(id: Id, { method, params }: WireRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    let answer: string;
    try {
      const work = this.#dispatch(method, params ?? {}, controller.signal);
      const cancelled = afterAbort(controller.signal, () => errors.cancelled(method));
      answer = envelope(id, await Promise.race([work, cancelled]));
    } catch (error) {
      // What fails because it was cancelled may say so in any words.
      answer = failure(id, controller.signal.aborted ? errors.cancelled(method) : error);
    }
    if (this.#running.get(id) !== controller) return; // the socket is lost
    this.#running.delete(id);
    this.#send(answer);
  }

  #fail(id: Id | null, error: BskError): void {
    this.#send(failure(id, error));
  }
}

function envelope(id: Id, result: unknown): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {} });
  // No UTF-16 unit takes more than three bytes: most answers are not measured.
  const isSmall = text.length * 3 <= MAX_ANSWER_BYTES;
  if (isSmall || new TextEncoder().encode(text).length <= MAX_ANSWER_BYTES) return text;
  throw errors.answerTooLarge(MAX_ANSWER_BYTES);
}

function failure(id: Id | null, error: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: toWireError(error) });
}

/** The schema of a response alone would also take a request that is wrong in something. */
function isResponse(value: unknown): boolean {
  return (
    validateWireResponse(value) && (Object.hasOwn(value, "result") || value.error !== undefined)
  );
}

function idOf(value: unknown): Id | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "id")) return null;
  const { id } = value as { id: unknown }; // an own property; its type is checked next
  return typeof id === "string" || typeof id === "number" ? id : null;
}
