import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ActionResults, type BrowserInfo, validateResult } from "@bsk/schema";
import type { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import { pid, TestDaemon } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";

const fakeChrome = join(import.meta.dirname, "fakeChrome.mjs");

/** A daemon, and browsers that are none (fakeChrome.mjs), each with what goes wrong in it. */
export class FakeBrowsers {
  readonly daemon: TestDaemon = new TestDaemon([]);
  #client: DaemonClient | undefined;

  get client(): DaemonClient {
    if (!this.#client) throw new Error("not connected");
    return this.#client;
  }

  get home(): string {
    return this.daemon.home;
  }

  async connect(): Promise<void> {
    this.#client = await this.daemon.connect();
  }

  /** An executable that behaves as a browser with that fault. */
  chrome(fault: string): string {
    const path = join(this.home, `chrome-${fault}`);
    const command = `exec "${process.execPath}" "${fakeChrome}" "$@"`;
    writeFileSync(path, `#!/bin/sh\nFAKE_CHROME=${fault} ${command}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  async start(fault = "", more: object = {}): Promise<BrowserInfo> {
    return (await this.launch(fault, more)).browser;
  }

  /** The same, with what is said beside it. */
  async launch(fault = "", more: object = {}): Promise<ActionResults["browser/start"]> {
    const params = { headless: true, chrome_path: this.chrome(fault), ...more };
    const result = await this.client.call("browser/start", params);
    if (!validateResult["browser/start"](result)) throw new Error("not a browser");
    return result;
  }

  async list(): Promise<readonly BrowserInfo[]> {
    const result = await this.client.call("browser/list", {});
    if (!validateResult["browser/list"](result)) throw new Error("not a list");
    return result.browsers;
  }

  /** What lies in the home for browsers. */
  folders(): readonly string[] {
    const path = join(this.home, "browsers");
    return existsSync(path) ? readdirSync(path) : [];
  }

  async killDaemon(): Promise<void> {
    const killed = pid(this.client);
    process.kill(killed, "SIGKILL");
    await until(() => !isAlive(killed));
  }

  /** Stops every browser, then the daemon. */
  async end(): Promise<void> {
    await this.connect();
    for (const { name } of await this.list()) {
      await this.client.call("browser/stop", { browser: name });
    }
    await this.daemon.end();
  }
}
