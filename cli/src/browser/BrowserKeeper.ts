import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@bsk/core";
import { type LaunchedChrome, Launcher, launch } from "chrome-launcher";
import { LineReader } from "../connection/LineReader.js";
import { chromeFlags } from "./chromeFlags.js";
import { DebuggingPipe } from "./DebuggingPipe.js";
import type { KeeperConfig } from "./KeeperConfig.js";
import type { KeptBrowser } from "./KeptBrowser.js";
import { openedCdpPort } from "./openedCdpPort.js";

const READY_MS = 30_000;
const LOAD_MS = 10_000;
const CLOSE_MS = 5_000;

/** Launches one browser and holds its debugging pipe: the browser lives as long as this process. */
export class BrowserKeeper {
  readonly #config: KeeperConfig;
  readonly #server: Server = createServer((socket) => this.#greet(socket));
  #chrome: LaunchedChrome | undefined;
  #pipe: DebuggingPipe | undefined;
  #kept: KeptBrowser | undefined;
  #hasExited = false;
  #ending: Promise<void> | undefined;

  constructor(config: KeeperConfig) {
    this.#config = config;
  }

  /** Resolves when the extension is loaded and the daemon can connect. Throws BskError with the cause. */
  async start(): Promise<void> {
    const browser = await this.#launch();
    const pipes = browser.remoteDebuggingPipes;
    if (!pipes) throw errors.browserStartFailed("it has no debugging pipe.");
    const pipe = new DebuggingPipe(pipes.incoming, pipes.outgoing);
    this.#pipe = pipe;
    const died = new Promise<never>((_resolve, reject) => {
      browser.process.once("exit", () => reject(errors.browserStartFailed(this.#lastWords())));
    });
    this.#kept = await Promise.race([this.#load(browser, pipe), died]);
    browser.process.once("exit", (code) => void this.end({ leaves: code !== 0 }));
    await this.#listen();
  }

  /**
   * Ends the browser, removes what was made for it, and then this process. With `leaves` nothing is removed: a
   * browser that crashed has recordings in its profile, which the next of that name takes up.
   */
  end({ leaves = false }: { readonly leaves?: boolean } = {}): Promise<void> {
    this.#ending ??= this.#end(leaves);
    return this.#ending;
  }

  async #launch(): Promise<LaunchedChrome> {
    const { chrome_path: chromePath, headless, profile, cdp_port: cdpPort } = this.#config;
    // chrome-launcher would add --headless for it, whatever was asked for.
    delete process.env.HEADLESS;
    const browser = await launch({
      chromePath,
      userDataDir: profile,
      // What the browser writes beside its profile (crash reports, caches of its libraries) goes with it.
      envVars: { ...process.env, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
      handleSIGINT: false,
      ignoreDefaultFlags: true,
      startingUrl: "about:blank",
      chromeFlags: chromeFlags({
        defaults: Launcher.defaultFlags(),
        headless,
        isRoot: process.getuid?.() === 0,
        cdpPort,
      }),
    });
    this.#chrome = browser;
    browser.process.once("exit", () => {
      this.#hasExited = true;
    });
    return browser;
  }

  async #load(browser: LaunchedChrome, pipe: DebuggingPipe): Promise<KeptBrowser> {
    const version = await pipe.send("Browser.getVersion", {}, READY_MS);
    const path = this.#config.extension_folder;
    const loaded = await pipe.send("Extensions.loadUnpacked", { path }, LOAD_MS);
    const { cdp_port: wanted, profile } = this.#config;
    const cdpPort =
      wanted === undefined ? undefined : await openedCdpPort({ wanted, profile, pipe });
    return {
      instance_id: this.#config.instance_id,
      keeper_pid: process.pid,
      pid: browser.pid,
      extension_id: String(loaded.get("id")),
      product: String(version.get("product")),
      headless: this.#config.headless,
      profile,
      ...(cdpPort === undefined ? {} : { cdp_port: cdpPort }),
    };
  }

  /** The last line that the browser wrote to stderr before it ended. */
  #lastWords(): string {
    try {
      const lines = readFileSync(join(this.#config.profile, "chrome-err.log"), "utf8")
        .trim()
        .split("\n");
      return `it ended at once: ${lines.at(-1)?.slice(0, 300) || "without a word"}`;
    } catch {
      return "it ended at once.";
    }
  }

  #listen(): Promise<void> {
    const { socket } = this.#config;
    if (process.platform !== "win32") rmSync(socket, { force: true });
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(socket, resolve);
    });
  }

  /** Introduces the browser; the only thing that can be asked of a keeper is to stop, or to leave all as it is. */
  #greet(socket: Socket): void {
    socket.on("error", () => {
      // The daemon went away: the browser stays.
    });
    socket.write(`${JSON.stringify(this.#kept)}\n`);
    const reader = new LineReader({
      onLine: (line) => {
        if (line === "stop" || line === "leave") void this.end({ leaves: line === "leave" });
      },
      onTooLong: () => socket.destroy(),
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
  }

  async #end(leaves: boolean): Promise<void> {
    await this.#closeBrowser();
    const { resumes, socket } = this.#config;
    if (!leaves && (this.#kept || !resumes)) this.#remove();
    if (process.platform !== "win32") rmSync(socket, { force: true });
    process.exit(0);
  }

  #remove(): void {
    const { folder, keep_profile: isKept, extension_folder: extension } = this.#config;
    const doomed = isKept ? [extension, join(folder, "keeper.json")] : [folder];
    // The browser's last children may write into the profile for some 100 ms more.
    for (const path of doomed) {
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  }

  async #closeBrowser(): Promise<void> {
    const browser = this.#chrome;
    if (!browser || this.#hasExited) return;
    const exited = new Promise<void>((resolve) => browser.process.once("exit", () => resolve()));
    this.#pipe?.send("Browser.close", {}, CLOSE_MS).catch(() => {
      // A browser that does not answer is killed below.
    });
    await Promise.race([exited, delay(CLOSE_MS)]);
    if (this.#hasExited) return;
    browser.kill();
    await Promise.race([exited, delay(CLOSE_MS)]);
  }
}
