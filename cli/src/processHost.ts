import { bskHome, homePath } from "./connection/home.js";
import type { DaemonConnection, Host, OpenOptions } from "./Host.js";

const DEFAULT_COLUMNS = 80;

/** The host of a command that runs in this very process: the only place of the CLI that names `process`. */
export function processHost(): Host {
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  return {
    cwd: process.cwd(),
    env: process.env,
    isTTY: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
    home: homePath(),
    signal: interrupt.signal,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    openDaemon,
  };
}

async function openDaemon(options: OpenOptions): Promise<DaemonConnection> {
  // A command that only reports makes no folder either.
  // Loaded only by the commands that need a daemon.
  const { DaemonClient } = await import("./connection/DaemonClient.js");
  const home = options.startIfMissing ? bskHome() : homePath();
  return await DaemonClient.connect({ home, ...options });
}
