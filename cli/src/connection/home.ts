import { createHash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { homePath, plainSocket, SOCKET_NAME } from "./homePath.js";
import { privateFolder } from "./privateFolder.js";
import { requireFolder } from "./requireFolder.js";

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}

/** `homePath`, made 0700 where it is missing; throws when it is not ours. */
export function bskHome(): string {
  const home = homePath();
  requireFolder(home);
  return privateFolder(home);
}

/**
 * A socket of this user, called `name` in `folder`: a named pipe on Windows, and a hashed name under the
 * temporary folder where the path would be too long for the system.
 */
export function localSocket(folder: string, name: string): string {
  const path = join(folder, name);
  if (process.platform === "win32") return `\\\\.\\pipe\\bsk-${hash(path.toLowerCase())}`;
  const plain = plainSocket(folder, name);
  if (plain !== undefined) return plain;
  const short = privateFolder(join(tmpdir(), `bsk-${userInfo().uid}`));
  return join(short, `${hash(path)}.sock`);
}

/** The socket of the daemon that serves this home. */
export function socketPath(home: string): string {
  return localSocket(home, SOCKET_NAME);
}
