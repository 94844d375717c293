import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

export interface Lock {
  release(): void;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Signal 0 asks only whether the process is there; EPERM says that it is, under another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

interface Holder {
  readonly text: string;
  readonly pid: number;
  readonly ageMs: number;
}

function readHolder(path: string): Holder | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return { text, pid: Number.parseInt(text, 10), ageMs: Date.now() - statSync(path).mtimeMs };
  } catch {
    // Released between two looks: nobody holds it.
    return undefined;
  }
}

/** A lock whose holder died is taken away by a rename, which only one of several takers can win. */
function breakLock(path: string, stale: Holder): void {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(path, aside);
    // Somebody was faster, and what was moved is a living lock: it goes back, unless a third one has come.
    if (readFileSync(aside, "utf8") !== stale.text) linkSync(aside, path);
  } catch {
    // Gone or replaced meanwhile: the next try sees what is there now.
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Tries once. Undefined: another living process holds it. The file appears with its content, by a link,
 * so that nobody reads an empty one. A holder that is dead, or older than `maxAgeMs` (its pid may have
 * been given to another process), is stale.
 */
export function tryLock(path: string, maxAgeMs: number): Lock | undefined {
  const holder = readHolder(path);
  if (holder !== undefined) {
    if (isAlive(holder.pid) && holder.ageMs <= maxAgeMs) return undefined;
    breakLock(path, holder);
  }
  const text = `${process.pid} ${randomBytes(12).toString("hex")}\n`;
  const own = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(own, text, { mode: 0o600, flag: "wx" });
    linkSync(own, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return {
    release: () => {
      if (readHolder(path)?.text === text) rmSync(path, { force: true });
    },
  };
}
