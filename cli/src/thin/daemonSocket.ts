import { statSync } from "node:fs";
import { homePath, plainSocket, SOCKET_NAME } from "../connection/homePath.js";

/** Group and others may do nothing. */
const OTHERS = 0o077;

/**
 * Where a daemon of this user may listen. Undefined where the whole command has to look closer: no home yet,
 * one that others can enter, a path too long for a socket, Windows.
 */
export function daemonSocket(): string | undefined {
  const home = homePath();
  const stat = statSync(home, { throwIfNoEntry: false });
  if (!stat || stat.uid !== process.getuid?.() || (stat.mode & OTHERS) !== 0) return undefined;
  return plainSocket(home, SOCKET_NAME);
}
