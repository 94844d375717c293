import { connect, type Socket } from "node:net";
import {
  type CliFrame,
  type CliRunParams,
  validateCliFrame,
  type WireError,
} from "@bsk/schema/thin";
import { LineReader, MAX_FRAME_BYTES } from "../connection/LineReader.js";
import { guardedWrite } from "../guardedWrite.js";

/** How a command line ended that was offered to the daemon. */
export type ThinEnd =
  | { readonly kind: "done"; readonly exitCode: number }
  /** Nothing has happened: run it here. */
  | { readonly kind: "not_here" }
  /** It had begun, so that it must not be run again; why it did not end by itself. */
  | { readonly kind: "failed"; readonly why: string | WireError; readonly hasPrinted: boolean };

type StreamName = "stdout" | "stderr";

const ID = 1;
/** A daemon that lives says at once whether it takes a command. */
const BEGIN_MS = 5_000;

/** Offers one command line to the daemon at `path`; prints what comes back, hands on Ctrl-C. Never rejects. */
export function runInDaemon(path: string, params: CliRunParams): Promise<ThinEnd> {
  const line = JSON.stringify({ jsonrpc: "2.0", id: ID, method: "cli/run", params });
  if (Buffer.byteLength(line) > MAX_FRAME_BYTES) return Promise.resolve({ kind: "not_here" });
  return new Promise((resolve) => new ThinRun(connect(path), line, resolve));
}

class ThinRun {
  readonly #socket: Socket;
  readonly #settle: (end: ThinEnd) => void;
  readonly #writers = new Map<StreamName, (text: string) => boolean>();
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = (): void => this.#send({ method: "$/cancel", params: { id: ID } });
  #hasBegun = false;
  #isOver = false;

  constructor(socket: Socket, line: string, settle: (end: ThinEnd) => void) {
    this.#socket = socket;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#failed(`no answer within ${BEGIN_MS} ms`), BEGIN_MS);
    const reader = new LineReader({
      onLine: (text) => this.#receive(text),
      onTooLong: () => this.#broken("a frame is too long"),
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", (error) => this.#broken(error.message));
    socket.on("close", () => this.#broken("it closed the connection"));
    // Once: whoever presses Ctrl-C again ends this process.
    process.once("SIGINT", this.#cancel);
    socket.write(`${line}\n`);
  }

  #receive(text: string): void {
    if (this.#isOver) return;
    const frame = parse(text);
    if (!validateCliFrame(frame)) this.#broken("a frame is not valid");
    else if ("error" in frame) this.#broken(frame.error);
    else if ("result" in frame) this.#done(frame.result.exit_code);
    else this.#notice(frame);
  }

  /** A refusal of the last output is told in the tick after it. */
  #done(exitCode: number): void {
    setImmediate(() => this.#end({ kind: "done", exitCode }));
  }

  #notice(frame: Exclude<CliFrame, { id: unknown }>): void {
    if (frame.method === "$/output") this.#print(frame.params.stream, frame.params.text);
    else {
      this.#hasBegun = true;
      clearTimeout(this.#timer);
    }
  }

  /** A reader that is slower than the command stops the socket, and so the command. */
  #print(name: StreamName, text: string): void {
    const write = this.#writers.get(name) ?? this.#open(name);
    if (write(text)) return;
    this.#socket.pause();
    process[name].once("drain", () => this.#socket.resume());
  }

  #open(name: StreamName): (text: string) => boolean {
    const write = guardedWrite(process[name], (exitCode) => this.#end({ kind: "done", exitCode }));
    this.#writers.set(name, write);
    return write;
  }

  #send(frame: object): void {
    this.#socket.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
  }

  #broken(why: string | WireError): void {
    if (this.#hasBegun) this.#failed(why);
    else this.#end({ kind: "not_here" });
  }

  #failed(why: string | WireError): void {
    this.#end({ kind: "failed", why, hasPrinted: this.#writers.has("stdout") });
  }

  #end(end: ThinEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    process.off("SIGINT", this.#cancel);
    // The daemon cancels what runs for a client that has gone.
    this.#socket.destroy();
    this.#settle(end);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
