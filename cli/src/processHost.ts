import { bskHome } from "./connection/home.js";
import { homePath } from "./connection/homePath.js";
import { requireFolder } from "./connection/requireFolder.js";
import { guardedWrite } from "./guardedWrite.js";
import type { DaemonConnection, Host, OpenOptions } from "./Host.js";

const DEFAULT_COLUMNS = 80;

/** A host whose output can end before its command does. */
export interface ProcessHost extends Host {
  /** The exit code where output cannot be written any more; undefined while it can. */
  brokenExit(): number | undefined;
}

/** The host of a command that runs in this very process. */
export function processHost(): ProcessHost {
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  let broken: number | undefined;
  const open = (stream: NodeJS.WriteStream): ((text: string) => void) => {
    const write = guardedWrite(stream, (exitCode) => {
      broken ??= exitCode;
      interrupt.abort();
    });
    return (text: string): void => {
      if (broken === undefined) write(text);
    };
  };
  return {
    cwd: process.cwd(),
    env: process.env,
    isTTY: process.stderr.isTTY === true,
    printsToTTY: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
    home: homePath(),
    signal: interrupt.signal,
    out: open(process.stdout),
    err: open(process.stderr),
    drained: () => drained(interrupt.signal),
    openDaemon,
    brokenExit: () => broken,
  };
}

function drained(signal: AbortSignal): Promise<void> {
  const { stdout } = process;
  if (!stdout.writableNeedDrain || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    stdout.once("drain", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function openDaemon(options: OpenOptions): Promise<DaemonConnection> {
  // A command that only reports makes no folder either.
  // Loaded only by the commands that need a daemon.
  const { DaemonClient } = await import("./connection/DaemonClient.js");
  const home = options.startIfMissing ? bskHome() : homePath();
  if (!options.startIfMissing) requireFolder(home);
  return await DaemonClient.connect({ home, ...options });
}
