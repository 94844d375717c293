import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import envPaths from "env-paths";
import { privateFolder } from "./privateFolder.js";

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with its final NUL. */
const MAX_SOCKET_PATH = 100;

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}

/** Where bsk keeps its state: BSK_HOME, else the user's data folder. Made 0700; throws when it is not ours. */
export function bskHome(): string {
  return privateFolder(homePath());
}

/** The same place, neither made nor checked: for commands that only report. */
export function homePath(): string {
  const chosen = process.env.BSK_HOME;
  const path = chosen ? resolve(chosen) : envPaths("bsk", { suffix: "" }).data;
  // One home has one socket name, through whatever link it is reached.
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * A socket of this user, called `name` in `folder`: a named pipe on Windows, and a hashed name under the
 * temporary folder where the path would be too long for the system.
 */
export function localSocket(folder: string, name: string): string {
  const path = join(folder, name);
  if (process.platform === "win32") return `\\\\.\\pipe\\bsk-${hash(path.toLowerCase())}`;
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return path;
  const short = privateFolder(join(tmpdir(), `bsk-${userInfo().uid}`));
  return join(short, `${hash(path)}.sock`);
}

/** The socket of the daemon that serves this home. */
export function socketPath(home: string): string {
  return localSocket(home, "daemon.sock");
}
