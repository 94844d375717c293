import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import { installation } from "../../dist/connection/installation.js";
import { freshHome } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";

const run = promisify(execFile);
const script = join(import.meta.dirname, "..", "daemon", "startOne.mjs");
const homes: string[] = [];

function home(): string {
  const made = freshHome();
  homes.push(made);
  return made;
}

afterEach(async () => {
  for (const made of homes.splice(0)) {
    await stop(made);
    rmSync(made, { recursive: true, force: true });
  }
});

/** Ends whatever daemon serves a home, and waits for it. */
async function stop(made: string): Promise<void> {
  try {
    const client = await DaemonClient.connect({ home: made, startIfMissing: false });
    const pid = client.identity?.pid ?? 0;
    await client.call("daemon/stop", {});
    client.close();
    await until(() => !isAlive(pid));
  } catch {
    // None runs: that is what was wanted.
  }
}

async function startOne(made: string): Promise<number> {
  const env = { ...process.env, BSK_HOME: made, BSK_PORT: "0" };
  const { stdout } = await run(process.execPath, [script], { env });
  return Number(stdout);
}

const starts = (made: string): number =>
  readFileSync(join(made, "daemon.log"), "utf8").split(" listens,").length - 1;

const ten = Array.from({ length: 10 }, (_, index) => index);

describe("starting the daemon", () => {
  test("gives ten commands at once the same one", { timeout: 60_000 }, async () => {
    const made = home();

    const pids = await Promise.all(ten.map(() => startOne(made)));

    expect(new Set(pids).size).toBe(1);
    expect(isAlive(pids[0] ?? 0)).toBe(true);
    expect(starts(made)).toBe(1);
    expect(readdirSync(made).filter((name) => name.includes(".lock"))).toEqual([]);
  });

  test("gives ten commands one daemon where a killed one left socket and locks", {
    timeout: 60_000,
  }, async () => {
    const made = home();
    const killed = await startOne(made);
    process.kill(killed, "SIGKILL");
    await until(() => !isAlive(killed));
    for (const name of ["start.lock", "daemon.lock"]) {
      writeFileSync(join(made, name), `${killed} stale\n`);
    }

    const pids = await Promise.all(ten.map(() => startOne(made)));

    expect(new Set(pids).size).toBe(1);
    expect(pids[0]).not.toBe(killed);
    expect(starts(made)).toBe(2);
    expect(readdirSync(made).filter((name) => name.includes(".lock"))).toEqual([]);
  });

  test("leaves one of ten daemon processes", { timeout: 60_000 }, async () => {
    const made = home();
    const env = { ...process.env, BSK_HOME: made, BSK_PORT: "0" };
    const children = ten.map(() =>
      spawn(process.execPath, [installation().daemonEntry], { env, stdio: "ignore" }),
    );

    await until(() => children.filter(({ exitCode }) => exitCode === null).length <= 1, 30_000);
    const client = await DaemonClient.connect({ home: made, startIfMissing: false });

    const left = children.filter(({ exitCode }) => exitCode === null);
    expect(left.map(({ pid }) => pid)).toEqual([client.identity?.pid]);
    expect(children.filter(({ exitCode }) => exitCode === 0)).toHaveLength(9);
    client.close();
  });

  test("is not done for a command that only reports", async () => {
    const made = home();

    const connecting = DaemonClient.connect({ home: made, startIfMissing: false });

    await expect(connecting).rejects.toMatchObject({ code: "daemon_not_running", exitCode: 2 });
    expect(readdirSync(made)).toEqual([]);
  });

  test("names the port that another program has", async () => {
    const made = home();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;

    const connecting = DaemonClient.connect({ home: made, startIfMissing: true, port });

    await expect(connecting).rejects.toMatchObject({
      code: "port_taken",
      data: { port },
      hint: expect.stringMatching(/^bsk daemon start --port 528\d\d$/),
    });
    expect(existsSync(join(made, "daemon.sock"))).toBe(false);
    other.close();
  });

  test("names a port that is none", async () => {
    const connecting = DaemonClient.connect({ home: home(), startIfMissing: true, port: 99_999 });

    await expect(connecting).rejects.toMatchObject({
      code: "daemon_start_failed",
      message: expect.stringContaining("--port"),
    });
  });

  test("says where to look when the daemon dies without a word", async () => {
    const made = home();
    const options = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = "--require=/nonexistent/bsk-test.cjs";
    try {
      const connecting = DaemonClient.connect({ home: made, startIfMissing: true, port: 0 });

      await expect(connecting).rejects.toMatchObject({
        code: "daemon_start_failed",
        message: expect.stringContaining("daemon.log"),
      });
    } finally {
      if (options === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = options;
    }
  });

  test("remembers the port for the next daemon of the same home", async () => {
    const made = home();
    const first = await DaemonClient.connect({ home: made, startIfMissing: true, port: 0 });
    const port = first.identity?.port;
    first.close();
    await stop(made);

    const second = await DaemonClient.connect({ home: made, startIfMissing: true });

    expect(second.identity?.port).toBe(port);
    second.close();
  });
});
