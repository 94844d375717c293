import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@bsk/core";
import { type Lock, tryLock } from "../connection/FileLock.js";
import { isListening } from "../connection/openSocket.js";

/** Claiming takes milliseconds; an older lock is one of a process that was killed in between. */
const LOCK_AGE_MS = 15_000;
const WAIT_MS = 10_000;

async function takeLock(path: string): Promise<Lock> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const lock = tryLock(path, LOCK_AGE_MS);
    if (lock) return lock;
    if (Date.now() > deadline) throw errors.daemonStartFailed(`${path} is held by another process`);
    await delay(10);
  }
}

/**
 * Runs `bind` unless another daemon listens at `socket`; false says that one does. Looking, removing what
 * a killed daemon left, and binding are one step under a lock, so that two daemons cannot both see a dead
 * socket and the second remove the first one's living one.
 */
export async function claimSocket(
  home: string,
  socket: string,
  bind: () => Promise<void>,
): Promise<boolean> {
  const lock = await takeLock(join(home, "daemon.lock"));
  try {
    if (await isListening(socket)) return false;
    if (process.platform !== "win32") rmSync(socket, { force: true });
    await bind();
    return true;
  } finally {
    lock.release();
  }
}
