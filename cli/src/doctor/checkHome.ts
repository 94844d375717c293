import { mkdtempSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BskError, errors } from "@bsk/core";
import type { DoctorCheck } from "@bsk/schema";
import { checkOwner } from "../connection/privateFolder.js";
import { otherHome, requireFolder } from "../connection/requireFolder.js";
import type { Host } from "../Host.js";
import { failed, passed, shellWord } from "./check.js";

const NAME = "home";
const FULL: ReadonlySet<unknown> = new Set(["EDQUOT", "EFBIG", "ENOSPC"]);
/** More than fits beside a file's name on any disk. */
const TRIAL_BYTES = 16 * 1024;

/** The folder is there, ours and can be written, or can be made. What it tries, it takes back. */
export function checkHome({ home, env }: Pick<Host, "env" | "home">): DoctorCheck {
  try {
    requireFolder(home);
    const folder = nearestFolder(home);
    if (folder === home) checkOwner(home);
    tryWriting(folder);
    return passed(NAME, folder === home ? `${home} is usable` : `${home} will be made`);
  } catch (error) {
    if (error instanceof BskError && error.code === "home_unusable") return failed(NAME, error);
    const reason = error instanceof Error ? error.message : String(error);
    return failed(NAME, errors.fileUnwritable(home, reason), mendHint(home, env, error));
  }
}

function mendHint(home: string, env: Host["env"], error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // Beside it is no room either.
  if (FULL.has(code) && !env.BSK_HOME) return `df -h ${shellWord(nearestFolder(home))}`;
  if (isOwn(home)) return `chmod u+rwx ${shellWord(home)}`;
  return otherHome(env);
}

/** A folder of this user, whose mode is what is wrong. */
function isOwn(home: string): boolean {
  const found = statOf(home);
  const uid = process.getuid?.();
  return found?.isDirectory() === true && uid !== undefined && found.uid === uid && uid !== 0;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function nearestFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) {
    if (dirname(path) === path) throw new Error(`${path} is not there`);
    return nearestFolder(dirname(path));
  }
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  return path;
}

/** Asking for access is not enough: root may write everywhere, /proc takes nothing, and a full disk no content. */
function tryWriting(folder: string): void {
  const trial = mkdtempSync(join(folder, ".bsk-doctor-"));
  try {
    writeFileSync(join(trial, "file"), Buffer.alloc(TRIAL_BYTES));
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}
