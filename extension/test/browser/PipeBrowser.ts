import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export interface CdpMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

const START_MS = 20_000;
const END_MS = 5000;

/** A real Chromium (CHROME_PATH, else `chromium` on the PATH) on a profile of its own, driven over its pipe. */
export class PipeBrowser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #listeners = new Set<(message: CdpMessage) => void>();
  readonly #answers = new Map<number, (message: CdpMessage) => void>();
  readonly #gone: Promise<void>;
  #lastId = 0;

  private constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), "bsk-verbs-"));
    const flags = [
      "--headless=new",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Pages of the address bar, 1.5 s of computing for each window.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
      "--site-per-process",
      `--user-data-dir=${this.#profile}`,
      "--remote-debugging-pipe",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "about:blank",
    ];
    this.#process = spawn(process.env.CHROME_PATH ?? "chromium", flags, {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      env: { ...process.env, XDG_CONFIG_HOME: this.#profile, XDG_CACHE_HOME: this.#profile },
    });
    this.#gone = new Promise((resolve) => {
      this.#process.once("exit", () => resolve());
      this.#process.once("error", () => resolve());
    });
    (this.#process.stdio[3] as Writable).on("error", () => {}); // the browser is gone: `#gone` tells
    this.#read(this.#process.stdio[4] as Readable);
  }

  static async start(): Promise<PipeBrowser> {
    const browser = new PipeBrowser();
    const failed = browser.#gone.then(() => {
      throw new Error("Chromium did not start: set CHROME_PATH, or put `chromium` on the PATH");
    });
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("Chromium does not answer")), START_MS).unref();
    });
    await Promise.race([browser.send("Browser.getVersion"), failed, late]);
    failed.catch(() => {}); // its end, later, is no failure
    return browser;
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<CdpMessage> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = { id, method, params, ...(sessionId === undefined ? {} : { sessionId }) };
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    });
  }

  onMessage(listener: (message: CdpMessage) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    void this.send("Browser.close");
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), END_MS);
    await this.#gone;
    clearTimeout(timer);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  #read(pipe: Readable): void {
    let rest = Buffer.alloc(0);
    pipe.on("data", (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        const message = JSON.parse(rest.subarray(0, end).toString()) as CdpMessage;
        rest = rest.subarray(end + 1);
        this.#dispatch(message);
      }
    });
  }

  #dispatch(message: CdpMessage): void {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    this.#answers.get(message.id)?.(message);
    this.#answers.delete(message.id);
  }
}
