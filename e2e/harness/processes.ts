import { readdirSync, readFileSync } from "node:fs";

/** Whether a process with this id exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return processState(pid) !== "Z";
}

function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  } catch {
    return undefined; // no /proc: what `kill` said stands
  }
}

/** Ids of the processes whose command line or environment names this folder: what a test started, and nothing else. */
export function processesOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && mentions(pid, folder) && isAlive(pid));
}

function mentions(pid: number, folder: string): boolean {
  return ["cmdline", "environ"].some((file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8").includes(folder);
    } catch {
      return false; // it ended meanwhile
    }
  });
}
