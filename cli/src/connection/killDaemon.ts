import { setTimeout as delay } from "node:timers/promises";
import { readDaemonRecord } from "./daemonRecord.js";
import { isAlive } from "./FileLock.js";
import { socketPath } from "./home.js";
import { isListening } from "./openSocket.js";

const END_MS = 5_000;

/**
 * Ends a daemon that hangs; false when there is none. While its socket takes connections the process that claimed it
 * lives, and that one wrote down its pid: it cannot be another process's by now.
 */
export async function killDaemon(home: string): Promise<boolean> {
  const socket = socketPath(home);
  const { pid } = readDaemonRecord(home);
  if (pid === undefined || !(await isListening(socket)) || !isAlive(pid)) return false;
  // It hangs: a signal that it could handle would wait with the rest.
  process.kill(pid, "SIGKILL");
  const deadline = Date.now() + END_MS;
  while (await isListening(socket)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
