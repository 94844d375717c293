import type { DaemonConnection, Host } from "../Host.js";
import { DaemonCalls } from "./DaemonCalls.js";
import type { CommandLine, FromThread, StreamName, ToThread } from "./messages.js";

/** One frame's worth of output, in characters: six bytes each at worst stay below a frame's bound. */
const PIECE_CHARS = 256 * 1024;
/** What may be on its way to the client before the command has to wait, in characters. */
const MAX_UNTAKEN = 1024 * 1024;

/** The host of a command that runs in a thread of the daemon, for a client somewhere else. */
export class HostedCommand implements Host {
  readonly cwd: string;
  readonly env: CommandLine["env"];
  readonly isTTY: boolean;
  readonly printsToTTY: boolean;
  readonly columns: number;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  readonly #post: (message: FromThread) => void;
  readonly #calls: DaemonCalls;
  #untaken = 0;
  #wake: (() => void) | undefined;

  constructor(line: CommandLine, home: string, post: (message: FromThread) => void) {
    this.cwd = line.cwd;
    this.env = line.env;
    this.isTTY = line.isTTY;
    this.printsToTTY = line.printsToTTY;
    this.columns = line.columns;
    this.home = home;
    this.signal = this.#abort.signal;
    this.#post = post;
    this.#calls = new DaemonCalls(post);
  }

  receive(message: Exclude<ToThread, { kind: "run" }>): void {
    if (message.kind === "cancel") this.#cancel();
    else if (message.kind === "taken") this.#taken(message.chars);
    else this.#calls.receive(message);
  }

  out(text: string): void {
    this.#print("stdout", text);
  }

  err(text: string): void {
    this.#print("stderr", text);
  }

  drained(): Promise<void> {
    if (this.#untaken <= MAX_UNTAKEN || this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** It is there: this is its process. */
  async openDaemon(): Promise<DaemonConnection> {
    return this.#calls;
  }

  #print(stream: StreamName, text: string): void {
    for (const piece of pieces(text)) {
      this.#untaken += piece.length;
      this.#post({ kind: "output", stream, text: piece });
    }
  }

  #taken(chars: number): void {
    this.#untaken -= chars;
    if (this.#untaken <= MAX_UNTAKEN) this.#wake?.();
  }

  #cancel(): void {
    this.#abort.abort();
    this.#wake?.();
  }
}

/** Never cut within a surrogate pair: its halves are no characters. */
function* pieces(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + PIECE_CHARS, text.length);
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}
