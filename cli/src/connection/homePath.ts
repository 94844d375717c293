import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import envPaths from "env-paths";

/** The daemon's socket in its home. */
export const SOCKET_NAME = "daemon.sock";

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with its final NUL. */
const MAX_SOCKET_PATH = 100;

/** Where bsk keeps its state: BSK_HOME, else the user's data folder; neither made nor checked. */
export function homePath(): string {
  const chosen = process.env.BSK_HOME;
  const path = chosen ? resolve(chosen) : envPaths("bsk", { suffix: "" }).data;
  // One home has one socket name, through whatever link it is reached.
  return existsSync(path) ? realpathSync(path) : path;
}

/** A Unix socket called `name` in `folder`; undefined where the system has none, or the path is too long for it. */
export function plainSocket(folder: string, name: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const path = join(folder, name);
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : undefined;
}
