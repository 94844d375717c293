import { closeSync, writeSync } from "node:fs";
import { toWireError } from "@bsk/core";
import { bskHome } from "../connection/home.js";
import { Daemon } from "./Daemon.js";
import { portsToTry } from "./portChoice.js";

/** The pipe on which whoever started this daemon waits; only there with `--report`. */
const REPORT_FD = 3;

function report(line: object): void {
  if (!process.argv.includes("--report")) return;
  try {
    writeSync(REPORT_FD, `${JSON.stringify(line)}\n`);
    closeSync(REPORT_FD);
  } catch {
    // Whoever started it has gone meanwhile; the daemon serves the next one.
  }
}

/** Entry of the daemon's process: `node main.js [--port N] [--report]`, BSK_HOME and BSK_PORT. */
async function main(): Promise<void> {
  const home = bskHome();
  const daemon = new Daemon({
    home,
    ports: portsToTry(home, process.argv, process.env),
    onStopped: () => process.exit(0),
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void daemon.stop(signal));
  }
  const isOurs = await daemon.start();
  report({ ready: true });
  // Another one serves this home already: that is what was wanted.
  if (!isOurs) process.exit(0);
}

try {
  await main();
} catch (error) {
  report({ error: toWireError(error) });
  console.error(error);
  process.exit(1);
}
