import type { Socket } from "node:net";
import { type BskError, errors, toWireError } from "@bsk/core";
import { validateWireRequest, type WireRequest } from "@bsk/schema";
import { LineReader, MAX_FRAME_BYTES } from "../connection/LineReader.js";
import type { Handle } from "./Call.js";

type Id = number | string;

const LINGER_MS = 1_000;

function idOf(frame: unknown): Id | null {
  if (typeof frame !== "object" || frame === null || !("id" in frame)) return null;
  return typeof frame.id === "string" || typeof frame.id === "number" ? frame.id : null;
}

/** One command's connection: reads its lines, answers each, and cancels what it leaves behind. */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #handle: Handle;
  readonly #running = new Map<Id, AbortController>();

  constructor(socket: Socket, handle: Handle) {
    this.#socket = socket;
    this.#handle = handle;
    const reader = new LineReader({
      onLine: (line) => this.#receive(line),
      onTooLong: () => {
        this.#refuse(null, errors.malformedFrame(`more than ${MAX_FRAME_BYTES} bytes`));
        this.close();
      },
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", () => {
      // A killed client: `close` follows and does what there is to do.
    });
    socket.on("close", () => {
      for (const controller of this.#running.values()) controller.abort();
    });
  }

  /** Lets what is written reach the client, then ends; a client that does not end its side is cut off. */
  close(): void {
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  #receive(line: string): void {
    let frame: unknown;
    try {
      frame = JSON.parse(line);
    } catch {
      this.#refuse(null, errors.invalidJson("The frame"));
      return;
    }
    if (!validateWireRequest(frame)) {
      this.#refuse(idOf(frame), errors.malformedFrame("not a JSON-RPC 2.0 request"));
      return;
    }
    const { id } = frame;
    if (id === undefined) this.#notice(frame);
    else if (this.#running.has(id)) this.#refuse(id, errors.malformedFrame("its id is in use"));
    else void this.#answer(id, frame);
  }

  #notice({ method, params }: WireRequest): void {
    // A notification has no answer: an unknown one is ignored.
    if (method !== "$/cancel") return;
    const id = params?.id;
    if (typeof id === "string" || typeof id === "number") this.#running.get(id)?.abort();
  }

  async #answer(id: Id, { method, params }: WireRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const notify = (name: string, about: object): Promise<void> =>
      this.#send({ jsonrpc: "2.0", method: name, params: { id, ...about } });
    try {
      const result = await this.#handle(method, params ?? {}, {
        signal: controller.signal,
        onProgress: (progress) => void notify("$/progress", progress),
        notify,
      });
      void this.#send({ jsonrpc: "2.0", id, result }, id);
    } catch (error) {
      void this.#send({ jsonrpc: "2.0", id, error: toWireError(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  #refuse(id: Id | null, error: BskError): void {
    void this.#send({ jsonrpc: "2.0", id, error: toWireError(error) });
  }

  /** Resolves once the system has taken the line, or nobody will. */
  async #send(frame: object, id: Id | null = null): Promise<void> {
    if (!this.#socket.writable) return;
    const line = `${JSON.stringify(frame)}\n`;
    if (Buffer.byteLength(line) > MAX_FRAME_BYTES) {
      this.#refuse(id, errors.malformedFrame(`the answer has more than ${MAX_FRAME_BYTES} bytes`));
      return;
    }
    await new Promise<void>((resolve) => this.#socket.write(line, () => resolve()));
  }
}
