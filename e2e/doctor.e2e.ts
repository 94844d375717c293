import { spawn } from "node:child_process";
import { chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { draw, processesOf, ROOT, until, Workspace } from "./harness/index.js";

type Status = ActionResults["system/status"];
type Environment = Readonly<Record<string, string>>;

interface Broken {
  /** Makes it so; what it returns is the person's environment. */
  readonly make: (workspace: Workspace) => Promise<Environment | undefined>;
  /** What doctor must name, in order; one command is printed for each. */
  readonly codes: readonly string[];
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A person's shell: what a hint sets stays set. */
class Shell {
  readonly #lasting: string[] = [];

  constructor(
    private readonly workspace: Workspace,
    private readonly env: Environment,
  ) {}

  /** Runs a line exactly as it was printed. */
  async run(line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const bsk = `bsk() { '${process.execPath}' '${join(ROOT, "cli", "bin", "run.js")}' "$@"; }`;
    const script = [bsk, ...this.#lasting, line].join("\n");
    if (/^(unset|export) /.test(line)) this.#lasting.push(line);
    const { home, port } = this.workspace;
    const child = spawn("/bin/sh", ["-c", script], {
      cwd: home,
      env: { ...process.env, NODE_V8_COVERAGE: "", ...ownEnvironment(home, port), ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    }
    const timer = setTimeout(() => child.kill("SIGKILL"), 90_000);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    return { code, ...output };
  }
}

/** The usual place of bsk's state lies in the workspace too, so that its end is the end of everything. */
function ownEnvironment(home: string, port: number): Environment {
  const HOME = join(home, "person");
  return { BSK_HOME: home, BSK_PORT: String(port), HOME, XDG_DATA_HOME: join(HOME, "data") };
}

async function healthy(workspace: Workspace): Promise<Status> {
  await workspace.text("browser", "start", "--headless");
  return workspace.json<Status>("status");
}

function pidsWith(home: string, text: string): number[] {
  return processesOf(home).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false; // it ended meanwhile
    }
  });
}

/** The daemon's pid, once its process is gone. */
async function killDaemon({ daemon }: Status): Promise<number> {
  const pid = daemon.pid ?? 0;
  process.kill(pid, "SIGKILL");
  await until("the daemon is gone", () => {
    try {
      return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return true;
    }
  });
  return pid;
}

function untilNoBrowser(workspace: Workspace): Promise<unknown> {
  return until("the daemon has noticed", async () => {
    const { browsers } = await workspace.json<ActionResults["browser/list"]>("browser", "list");
    return browsers.length === 0;
  });
}

/** A bsk of another protocol beside this one. */
function otherBuild(home: string): string {
  const root = join(home, "other");
  mkdirSync(join(root, "cli", "dist"), { recursive: true });
  for (const part of ["bin", "package.json", "dist/bundle"]) {
    cpSync(join(ROOT, "cli", part), join(root, "cli", part), { recursive: true });
  }
  const bundle = join(root, "cli", "dist", "bundle");
  rmSync(join(bundle, "main.cache"));
  for (const name of ["main.cjs", "daemon.mjs"]) {
    const file = join(bundle, name);
    const text = readFileSync(file, "utf8");
    const other = text.replace(/PROTOCOL = "1\.0"/, 'PROTOCOL = "2.0"');
    expect(other).not.toBe(text);
    writeFileSync(file, other.replace(/(BUILD\w* = true \? ")[^"]*/, "$1other"));
  }
  return join(root, "cli", "bin", "run.js");
}

function takes(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

const STATES: Readonly<Record<string, Broken>> = {
  "nothing runs": {
    make: async () => undefined,
    codes: ["daemon_not_running"],
  },
  "the daemon was killed, and left its socket and a lock": {
    make: async (workspace) => {
      const pid = await killDaemon(await healthy(workspace));
      writeFileSync(join(workspace.home, "daemon.lock"), `${pid} 00\n`);
      return undefined;
    },
    codes: ["daemon_not_running"],
  },
  "the daemon hangs": {
    make: async (workspace) => {
      const { daemon } = await healthy(workspace);
      process.kill(daemon.pid ?? 0, "SIGSTOP");
      return undefined;
    },
    codes: ["daemon_unreachable"],
  },
  "the daemon is of another protocol": {
    make: async (workspace) => {
      const bin = otherBuild(workspace.home);
      const shell = new Shell(workspace, {});
      const { code, stderr } = await shell.run(`'${process.execPath}' '${bin}' daemon start`);
      expect(code, stderr).toBe(0);
      return undefined;
    },
    codes: ["protocol_mismatch", "daemon_not_running"],
  },
  "the browser was killed": {
    make: async (workspace) => {
      const { browsers } = await healthy(workspace);
      process.kill(browsers[0]?.pid ?? 0, "SIGKILL");
      await untilNoBrowser(workspace);
      return undefined;
    },
    codes: ["no_browser"],
  },
  "the browser's keeper was killed": {
    make: async (workspace) => {
      await healthy(workspace);
      for (const pid of pidsWith(workspace.home, "keeper.mjs")) process.kill(pid, "SIGKILL");
      await untilNoBrowser(workspace);
      return undefined;
    },
    codes: ["no_browser"],
  },
  "the extension's process hangs": {
    make: async (workspace) => {
      await healthy(workspace);
      const pids = pidsWith(workspace.home, "--extension-process");
      expect(pids.length).toBeGreaterThan(0);
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      return undefined;
    },
    codes: ["extension_not_connected", "no_browser"],
  },
  "a person's paired browser is closed": {
    make: async ({ home }) => {
      const extension_id = "jbpmglmkbjjeiaiaddnadcnbighgbidm";
      const mine = { instance_id: "0a1b2c3d", kind: "user", name: "mine", extension_id };
      const browsers = [{ ...mine, secret: "ab".repeat(32) }];
      writeFileSync(join(home, "browsers.json"), JSON.stringify(browsers));
      return undefined;
    },
    codes: ["daemon_not_running", "no_browser"],
  },
  "browsers.json is broken": {
    make: async (workspace) => {
      await killDaemon(await healthy(workspace));
      writeFileSync(join(workspace.home, "browsers.json"), '[{"instance_id": "0a1');
      return undefined;
    },
    codes: ["state_broken"],
  },
  "sessions.json is broken": {
    make: async (workspace) => {
      const status = await healthy(workspace);
      await workspace.text("session", "start");
      await killDaemon(status);
      writeFileSync(join(workspace.home, "sessions.json"), "\0\0\0\0");
      return undefined;
    },
    codes: ["state_broken"],
  },
  "another program has the port": {
    make: async (workspace) => {
      await killDaemon(await healthy(workspace));
      const other = createServer((_request, response) => response.writeHead(404).end());
      await until("the port can be taken", () => takes(other, workspace.port));
      closing.push(() => {
        other.closeAllConnections();
        return new Promise((resolve) => other.close(resolve));
      });
      return undefined;
    },
    codes: ["port_taken"],
  },
  "BSK_PORT is no port": {
    make: async (workspace) => {
      await killDaemon(await healthy(workspace));
      return { BSK_PORT: "http" };
    },
    codes: ["daemon_start_failed", "daemon_not_running"],
  },
  "BSK_HOME is a file": {
    make: async ({ home }) => {
      const file = join(home, "file");
      writeFileSync(file, "");
      return { BSK_HOME: file };
    },
    codes: ["home_unusable", "daemon_not_running"],
  },
  "BSK_HOME is where nothing can be made": {
    make: async () => ({ BSK_HOME: "/proc/bsk" }),
    codes: ["file_unwritable", "daemon_not_running"],
  },
  ...(process.getuid?.() === 0
    ? {
        "BSK_HOME belongs to another user": {
          make: async ({ home }: Workspace) => {
            const folder = join(home, "theirs");
            mkdirSync(folder);
            chownSync(folder, 12_345, 12_345);
            return { BSK_HOME: folder };
          },
          codes: ["file_unwritable", "daemon_not_running"],
        },
      }
    : {}),
  "CHROME_PATH names no program": {
    make: async () => ({ CHROME_PATH: "/nowhere/chrome" }),
    codes: ["browser_start_failed", "daemon_not_running"],
  },
};

/** A state takes up to half a minute. */
const drawn = draw("doctor", Object.entries(STATES), 2);

describe.each(drawn)("where %s", (_name, { make, codes }) => {
  it("doctor says what is wrong, and its commands mend it", async () => {
    const workspace = await Workspace.create();
    closing.push(() => workspace.close());
    const shell = new Shell(workspace, (await make(workspace)) ?? {});
    closing.push(async () => {
      await shell.run("bsk browser stop --json");
      await shell.run("bsk daemon stop --json");
      // What hangs here was made to hang.
      for (const pid of processesOf(workspace.home)) process.kill(pid, "SIGCONT");
    });

    for (const code of codes) {
      const { code: exitCode, stdout } = await shell.run("bsk doctor");
      const failed = [...stdout.matchAll(/^failed +\w+ +(\w+): .*\n +hint: (.+)$/gm)];
      expect(exitCode, stdout).toBe(1);
      expect(failed.map(([, named]) => named)).toEqual([code]);
      const hint = failed[0]?.[2] ?? "";
      const mended = await shell.run(hint);
      expect(mended.code, `${hint}: ${mended.stdout}${mended.stderr}`).toBe(0);
    }
    const session = await shell.run("bsk session start");

    expect(session.code, session.stderr).toBe(0);
    expect(session.stdout).toMatch(/^[a-z]{4}\n$/);
    const last = await shell.run("bsk doctor");
    expect(last.code, last.stdout).toBe(0);
  }, 240_000);
});
