import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { errors } from "@bsk/core";

/** Group and others may do nothing. */
const OTHERS = 0o077;

function refused(path: string, why: string): Error {
  return errors.daemonStartFailed(
    `${path} ${why}; bsk keeps secrets there and will not use it.`,
    "bsk doctor",
  );
}

function userId(): number | undefined {
  return process.getuid?.();
}

/** Throws when it belongs to somebody else, or is none; says nothing of its mode. */
export function checkOwner(path: string): void {
  ownStat(path);
}

/** The folder's own stat, once a symbolic link that somebody else laid is ruled out. */
function ownStat(path: string): Stats {
  const uid = userId();
  const link = lstatSync(path);
  if (link.isSymbolicLink() && uid !== undefined && link.uid !== uid) {
    throw refused(path, "is a symbolic link that belongs to another user");
  }
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw refused(path, "is a link that leads nowhere");
  if (!stat.isDirectory()) throw refused(path, "is not a folder");
  if (uid !== undefined && stat.uid !== uid) throw refused(path, "belongs to another user");
  return stat;
}

/** One by one: where a system refuses with ENOENT, as /proc does, Node's own recursion does not end. */
function create(path: string): void {
  if (existsSync(path)) return;
  create(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another command was faster, or it is a link that leads nowhere, which is looked at next.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw errors.daemonStartFailed(`${path} cannot be made: ${String(error)}`, "bsk doctor");
  }
}

function close(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    throw refused(path, `is open to others and cannot be closed (${String(error)})`);
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
  if (userId() !== undefined && (stat.mode & OTHERS) !== 0) close(path);
  return realpathSync(path);
}
