import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { type BskError, errors, fromWireError } from "@bsk/core";
import { validateWireError } from "@bsk/schema";
import { tryLock } from "./FileLock.js";
import { fieldsOf } from "./fieldsOf.js";
import { socketPath } from "./home.js";
import { installation } from "./installation.js";
import { LineReader } from "./LineReader.js";
import { isListening } from "./openSocket.js";

/** How long a daemon may take from its spawn until it answers. */
const READY_MS = 15_000;
const POLL_MS = 25;

export interface StartOptions {
  /** The port for extensions; undefined leaves the choice to the daemon. */
  readonly port?: number;
}

function logHint(home: string): string {
  return `its log is ${join(home, "daemon.log")}`;
}

/** What the new daemon said on its report pipe. */
function readReport(line: string): BskError | undefined {
  const report = fieldsOf(JSON.parse(line));
  if (report.get("ready") === true) return undefined;
  const error = report.get("error");
  return validateWireError(error) ? fromWireError(error) : errors.malformedFrame("daemon's report");
}

function openLog(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    throw errors.fileUnwritable(path, String(error));
  }
}

function spawnDaemon(home: string, { port }: StartOptions): ChildProcess {
  const log = openLog(join(home, "daemon.log"));
  try {
    const flags = port === undefined ? [] : ["--port", String(port)];
    return spawn(process.execPath, [installation().daemonEntry, "--report", ...flags], {
      cwd: home,
      detached: true,
      env: { ...process.env, BSK_HOME: home },
      stdio: ["ignore", log, log, "pipe"],
      windowsHide: true,
    });
  } finally {
    closeSync(log);
  }
}

function untilReady(child: ChildProcess, home: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The fourth stream is the pipe asked for above; Node types it as either direction.
    const pipe = child.stdio[3] as Readable;
    const timer = setTimeout(() => {
      child.kill();
      reject(errors.daemonStartFailed(`it was not ready within ${READY_MS} ms; ${logHint(home)}`));
    }, READY_MS);
    const reader = new LineReader({
      onLine: (line) => {
        const failure = readReport(line);
        if (failure) reject(failure);
        else resolve();
      },
      onTooLong: () => reject(errors.malformedFrame("daemon's report")),
    });
    pipe.on("data", (chunk: Buffer) => reader.push(chunk));
    pipe.on("close", () => {
      clearTimeout(timer);
      // Settles nothing when a report came first.
      reject(errors.daemonStartFailed(`it ended before it was ready; ${logHint(home)}`));
    });
    child.on("error", (error) => reject(errors.daemonStartFailed(error.message)));
  });
}

async function startOne(home: string, options: StartOptions): Promise<void> {
  const child = spawnDaemon(home, options);
  try {
    await untilReady(child, home);
  } finally {
    child.stdio[3]?.destroy();
    child.unref();
  }
}

/**
 * Makes sure that a daemon serves `home`. Of several commands at once one spawns it and the others wait;
 * that there is never a second one is the daemon's own doing (claimSocket). Throws `daemon_start_failed`
 * or what the daemon reported, such as `port_taken`.
 */
export async function startDaemon(home: string, options: StartOptions = {}): Promise<void> {
  const path = socketPath(home);
  const deadline = Date.now() + 2 * READY_MS;
  while (Date.now() < deadline) {
    if (await isListening(path)) return;
    const lock = tryLock(join(home, "start.lock"), READY_MS + 5_000);
    if (lock) {
      try {
        if (!(await isListening(path))) await startOne(home, options);
        return;
      } finally {
        lock.release();
      }
    }
    await delay(POLL_MS);
  }
  throw errors.daemonStartFailed(`nobody answered within ${2 * READY_MS} ms; ${logHint(home)}`);
}
