import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./freePort.js";
import { processesOf } from "./processes.js";
import { runDirectly } from "./runDirectly.js";
import { until } from "./until.js";

/** The clone. This file runs as it is, and compiled from one folder deeper. */
export const ROOT: string = cloneAbove(dirname(fileURLToPath(import.meta.url)));

function cloneAbove(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : cloneAbove(dirname(folder));
}
const BIN = join(ROOT, "cli", "bin", "run.js");

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Told what is printed, on stdout and stderr, while the command still runs. */
  readonly onOutput?: (text: string) => void;
}

export interface WorkspaceOptions {
  /**
   * Its commands and daemon count for coverage when that is on. It makes each of them twice as slow, so that only
   * those tests ask for it that walk the main way.
   */
  readonly isCounted?: boolean;
  /**
   * Its commands run in the test's own process, but for those that start and end processes: for tests that are
   * about something else than the command. One in a process of its own costs 0.3 s of computing, here and in the
   * daemon.
   */
  readonly isDirect?: boolean;
}

const OF_PROCESSES = /^(?:browser|daemon|doctor|pair)$/;

/** One user of bsk: an own `BSK_HOME`, port and browser profile. `close` ends by pid whatever it started. */
export class Workspace {
  private constructor(
    readonly home: string,
    readonly port: number,
    private readonly options: WorkspaceOptions,
  ) {}

  static async create(options: WorkspaceOptions = {}): Promise<Workspace> {
    return new Workspace(mkdtempSync(join(tmpdir(), "bsk-e2e-")), await freePort(), options);
  }

  /** Runs `bsk`, as a child process unless the workspace is direct. Never throws for an exit code. */
  run(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
    const isDirect = this.options.isDirect === true && options.env === undefined;
    if (isDirect && !OF_PROCESSES.test(args[0] ?? "")) return runDirectly(this.home, args, options);
    const { env = {}, deadlineMs = 60_000, signal, onOutput } = options;
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [BIN, ...args], {
        cwd: this.home,
        env: { ...this.#inherited(), BSK_HOME: this.home, BSK_PORT: String(this.port), ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        stdout += chunk;
        onOutput?.(chunk);
      });
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        stderr += chunk;
        onOutput?.(chunk);
      });
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error(`bsk ${args.join(" ")} hung: ${stdout} ${stderr}`));
      }, deadlineMs);
      signal?.addEventListener("abort", () => child.kill("SIGINT"), { once: true });
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(timer);
        resolve({ code, stdout, stderr });
      });
    });
  }

  #inherited(): NodeJS.ProcessEnv {
    // Node hands its own value down unless the child's environment says otherwise.
    return this.options.isCounted ? process.env : { ...process.env, NODE_V8_COVERAGE: "" };
  }

  /** The text of a command that must succeed. */
  async text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`bsk ${args.join(" ")}: exit ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  /** The JSON of a command that must succeed. The caller's type is checked by the schema tests, not here. */
  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.text(...args, "--json")) as T;
  }

  /** What a command that must fail says: its error report and exit code. */
  async failure(
    ...args: string[]
  ): Promise<{ code: string; message: string; hint?: string; exit_code: number }> {
    const { code, stdout, stderr } = await this.run([...args, "--json"]);
    if (code === 0) throw new Error(`bsk ${args.join(" ")} succeeded: ${stdout}`);
    const report = JSON.parse(stdout || stderr) as {
      code: string;
      message: string;
      hint?: string;
      exit_code: number;
    };
    if (report.exit_code !== code)
      throw new Error(`exit ${code}, but the report says ${report.exit_code}`);
    return report;
  }

  /** A managed headless browser and one session in it. */
  async openSession(): Promise<string> {
    await this.text("browser", "start", "--headless");
    return (await this.text("session", "start")).trim();
  }

  /** Ends the browser and the daemon as a user would, then makes sure by pid. */
  async close(): Promise<void> {
    await this.run(["browser", "stop", "--json"]).catch(() => undefined);
    await this.run(["daemon", "stop", "--json"]).catch(() => undefined);
    const left = await until(
      "everything this test started has ended",
      () => {
        const pids = processesOf(this.home);
        return pids.length === 0 ? pids : undefined;
      },
      { deadlineMs: 5_000 },
    ).catch(() => processesOf(this.home));
    for (const pid of left) process.kill(pid, "SIGKILL");
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    if (left.length > 0) throw new Error(`had to be killed: ${left.join(", ")}`);
  }
}
