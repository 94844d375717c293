import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import { type Pairing, ScriptedExtension } from "./ScriptedExtension.js";
import { until } from "./until.js";

/** A fresh BSK_HOME under the temporary folder. */
export function freshHome(): string {
  return mkdtempSync(join(tmpdir(), "bsk-test-"));
}

/** Pairs browsers with a home whose daemon does not run yet. */
export function pair(home: string, names: readonly string[]): readonly Pairing[] {
  const pairings = names.map((name) => ({
    name,
    instance_id: randomBytes(4).toString("hex"),
    secret: randomBytes(32).toString("hex"),
  }));
  const browsers = pairings.map((pairing) => ({
    ...pairing,
    kind: "user",
    extension_id: EXTENSION_ID,
  }));
  writeFileSync(join(home, "browsers.json"), JSON.stringify(browsers), { mode: 0o600 });
  return pairings;
}

/** A real daemon process in a home of its own, with clients and scripted browsers to end with it. */
export class TestDaemon {
  readonly home: string = freshHome();
  readonly pairings: readonly Pairing[];
  readonly #clients: DaemonClient[] = [];
  readonly #extensions: ScriptedExtension[] = [];
  readonly #pids = new Set<number>();

  constructor(browsers: readonly string[] = ["scripted"]) {
    this.pairings = pair(this.home, browsers);
  }

  async connect(): Promise<DaemonClient> {
    const client = await DaemonClient.connect({ home: this.home, startIfMissing: true, port: 0 });
    this.#clients.push(client);
    if (client.identity) this.#pids.add(client.identity.pid);
    return client;
  }

  pairing(index = 0): Pairing {
    const pairing = this.pairings[index];
    if (!pairing) throw new Error(`no pairing ${index}`);
    return pairing;
  }

  async browser(client: DaemonClient, index = 0): Promise<ScriptedExtension> {
    const extension = await ScriptedExtension.connect(port(client), this.pairing(index));
    this.#extensions.push(extension);
    return extension;
  }

  file(name: string): string {
    return readFileSync(join(this.home, name), "utf8");
  }

  /** Ends what is left, gracefully, so that its coverage counts. */
  async end(): Promise<void> {
    for (const client of this.#clients) client.close();
    for (const extension of this.#extensions) extension.close();
    for (const pid of this.#pids) {
      if (isAlive(pid)) process.kill(pid, "SIGTERM");
      await until(() => !isAlive(pid));
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}

export function port(client: DaemonClient): number {
  if (!client.identity) throw new Error("the daemon has not said hello");
  return client.identity.port;
}

export function pid(client: DaemonClient): number {
  if (!client.identity) throw new Error("the daemon has not said hello");
  return client.identity.pid;
}
