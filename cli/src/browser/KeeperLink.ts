import type { Socket } from "node:net";
import { isAlive } from "../connection/FileLock.js";
import { LineReader } from "../connection/LineReader.js";
import { openSocket } from "../connection/openSocket.js";
import { type KeptBrowser, readKeptBrowser } from "./KeptBrowser.js";

const GREETING_MS = 2_000;
const STOP_MS = 15_000;

function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new LineReader({ onLine: resolve, onTooLong: () => resolve(undefined) });
    const timer = setTimeout(() => resolve(undefined), GREETING_MS);
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function parse(line: string | undefined): unknown {
  try {
    return line === undefined ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The daemon's line to a keeper: while it is open, the browser lives. */
export class KeeperLink {
  readonly browser: KeptBrowser;
  /** Resolves when the keeper, and with it the browser, is gone; never after `release`. */
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  #isReleased = false;
  #isStopped = false;

  private constructor(socket: Socket, browser: KeptBrowser) {
    this.#socket = socket;
    this.browser = browser;
    this.ended = new Promise((resolve) => {
      if (socket.closed) resolve();
      socket.once("close", () => {
        if (!this.#isReleased) resolve();
      });
    });
  }

  /**
   * Undefined when no keeper of that very browser answers at the path. This, not a pid that another
   * process may have got since, says whether a managed browser still runs.
   */
  static async open(path: string, instanceId: string): Promise<KeeperLink | undefined> {
    let socket: Socket | undefined;
    try {
      socket = await openSocket(path);
    } catch {
      return undefined;
    }
    if (!socket) return undefined;
    const browser = readKeptBrowser(parse(await readLine(socket)));
    if (browser?.instance_id === instanceId) return new KeeperLink(socket, browser);
    socket.destroy();
    return undefined;
  }

  get hasEnded(): boolean {
    return this.#socket.closed;
  }

  /** It was asked to end; else the browser ended by itself. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Ends the browser; a keeper that hangs is killed, which ends it too. With `leaves` its folder stays as it is. */
  async stop({ leaves = false }: { readonly leaves?: boolean } = {}): Promise<void> {
    this.#isStopped = true;
    this.#socket.write(leaves ? "leave\n" : "stop\n");
    const timer = setTimeout(() => {
      // The pid came over the keeper's own socket, which is still open: it is the keeper's.
      if (isAlive(this.browser.keeper_pid)) process.kill(this.browser.keeper_pid, "SIGKILL");
    }, STOP_MS);
    await this.ended;
    clearTimeout(timer);
  }

  /** Lets go; the browser stays. */
  release(): void {
    this.#isReleased = true;
    this.#socket.destroy();
  }
}
