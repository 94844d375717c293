import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshHome } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";
import type { Ended } from "./PlantedDaemon.js";

const RUN = fileURLToPath(new URL("../../bin/run.js", import.meta.url));
const home = freshHome();

function start(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  stdio: StdioOptions = ["ignore", "pipe", "pipe"],
): ChildProcess {
  return spawn(process.execPath, [RUN, ...argv], {
    cwd: home,
    // Under coverage everything would run in its own process.
    env: { ...process.env, NODE_V8_COVERAGE: "", BSK_HOME: home, BSK_PORT: "0", ...env },
    stdio,
  });
}

async function bsk(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = start(argv, env);
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code: code as number | null, stdout, stderr }; // of Node's own event
}

const file = join(home, "daemon.log");
const log = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
/** Commands that the daemon has run. */
const hosted = (): number => log().match(/ cli\/run \d+ ms ok/g)?.length ?? 0;

async function warm(): Promise<void> {
  await until(async () => {
    const before = hosted();
    await bsk(["session", "list"]);
    return hosted() > before;
  }, 60_000);
}

describe("bsk with a daemon of its build", { timeout: 120_000 }, () => {
  beforeAll(warm, 120_000);
  afterAll(async () => {
    await bsk(["daemon", "stop"]);
    rmSync(home, { recursive: true, force: true });
  }, 120_000);

  const LINES = [
    "session list",
    "session list --json",
    "status",
    "browser list --json",
    "debug capabilities --json",
    "debug requests --session zzzz",
    "debug requests --session zzzz --json",
    "debug export --session zzzz --output run.json",
    "session start",
    "click",
    "click --json",
    "debug requests --limit nought",
    "debug requests --no-such-flag --quiet",
  ];
  it.each(LINES)("prints and ends in the daemon as in its own process: %s", async (line) => {
    await warm();
    const before = hosted();

    const there = await bsk(line.split(" "));
    expect(hosted()).toBe(before + 1);
    const here = await bsk(line.split(" "), { BSK_THIN: "off" });

    expect(there).toEqual(here);
    expect(hosted()).toBe(before + 1);
  });

  it.each(["debug --help", "--version", "wait-ms 0", "doctor", "daemon status", "debug requsts"])(
    "runs in its own process: %s",
    async (line) => {
      await warm();
      const before = hosted();

      const ended = await bsk(line.split(" "));

      expect(ended).toEqual(await bsk(line.split(" "), { BSK_THIN: "off" }));
      expect(hosted()).toBe(before);
    },
  );

  it.each(["on", "off"])("ends quietly when its reader has enough (BSK_THIN=%s)", async (thin) => {
    const child = start(["debug", "capabilities", "--json"], { BSK_THIN: thin });
    child.stdout?.destroy();
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });

    const [code] = await once(child, "close");

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it.each([
    [["--help"], "on"],
    [["debug", "capabilities", "--json"], "on"],
    [["debug", "capabilities", "--json"], "off"],
  ])("says that its output cannot be written, and fails: %j (BSK_THIN=%s)", async (argv, thin) => {
    await warm();
    const full = openSync("/dev/full", "w");
    const child = start(argv, { BSK_THIN: thin }, ["ignore", full, "pipe"]);
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });

    const [code] = await once(child, "close");
    closeSync(full);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "error: stdout cannot be written: ENOSPC\nhint: free some space, or write to another disk\n",
    });
  });

  it("goes past a home that others can enter, and past one without a daemon", async () => {
    await warm();
    const before = hosted();
    chmodSync(home, 0o755);
    const elsewhere = join(home, "other");
    mkdirSync(elsewhere, { mode: 0o700 });

    await bsk(["session", "list"]); // mends the mode, as it always did
    await bsk(["status"], { BSK_HOME: elsewhere });

    expect(hosted()).toBe(before);
    await warm();
  });
});
