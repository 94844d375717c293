import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { freshHome, pair } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A thin client's process, and what it has printed so far. */
export class ThinProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";

  constructor(home: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [file("client.mjs"), ...argv], {
      cwd: home,
      env: { ...process.env, BSK_HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.child, "close").then(([code]) => ({
      code: code as number | null, // of Node's own event
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  says(text: string): Promise<void> {
    return until(() => this.stderr.includes(text), 30_000);
  }
}

/** A real daemon with planted commands, and thin clients of it. */
export class PlantedDaemon {
  readonly home: string = freshHome();
  readonly pairings = pair(this.home, ["scripted"]);
  readonly #child: ChildProcess;
  client: DaemonClient | undefined;

  private constructor() {
    this.#child = spawn(process.execPath, [file("plantedDaemon.mjs"), this.home], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, BSK_HOME: this.home, SECRET: "of the daemon" },
    });
  }

  static async start(): Promise<PlantedDaemon> {
    const daemon = new PlantedDaemon();
    if (daemon.#child.stdout) await once(daemon.#child.stdout, "data");
    daemon.client = await DaemonClient.connect({ home: daemon.home, startIfMissing: false });
    await daemon.warm();
    return daemon;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  run(...argv: readonly string[]): Promise<Ended> {
    return new ThinProcess(this.home, argv).ended;
  }

  /** A thread is free: commands are not declined. */
  async warm(): Promise<void> {
    await until(async () => (await this.run("answer")).stdout === "42\n", 60_000);
  }

  async end(): Promise<void> {
    this.client?.close();
    this.#child.kill("SIGTERM");
    if (this.isRunning) await once(this.#child, "exit");
    rmSync(this.home, { recursive: true, force: true });
  }
}
