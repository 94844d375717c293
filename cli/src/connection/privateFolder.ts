import { chmodSync, lstatSync, mkdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { errors } from "@bsk/core";

/** Group and others may do nothing. */
const OTHERS = 0o077;

function refused(path: string, why: string): Error {
  return errors.daemonStartFailed(`${path} ${why}; bsk keeps secrets there and will not use it.`);
}

function userId(): number | undefined {
  return process.getuid?.();
}

/** The folder's own stat, once a symbolic link that somebody else laid is ruled out. */
function ownStat(path: string): Stats {
  const uid = userId();
  const link = lstatSync(path);
  if (link.isSymbolicLink() && uid !== undefined && link.uid !== uid) {
    throw refused(path, "is a symbolic link that belongs to another user");
  }
  const stat = statSync(path);
  if (!stat.isDirectory()) throw refused(path, "is not a folder");
  if (uid !== undefined && stat.uid !== uid) throw refused(path, "belongs to another user");
  return stat;
}

function create(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw errors.daemonStartFailed(`${path} cannot be made: ${String(error)}`);
  }
}

/**
 * Makes a folder that only this user can enter, or mends the mode of the one that is there. Refuses one
 * of another user. Returns its real path.
 */
export function privateFolder(path: string): string {
  create(path);
  const stat = ownStat(path);
  // Windows has no such bits: the user's profile folder keeps others out there.
  if (userId() !== undefined && (stat.mode & OTHERS) !== 0) chmodSync(path, 0o700);
  return realpathSync(path);
}
