import { errors, fromWireError } from "@bsk/core";
import type { WireError } from "@bsk/schema";
import { errorReport } from "./errorReport.js";
import { processHost } from "./processHost.js";
import { wantsJson } from "./route.js";
import { printError } from "./run.js";
import { runGuarded } from "./runGuarded.js";

export { serveThread } from "./hosted/serveThread.js";
export { run } from "./run.js";

/** `bsk` as a process of its own. The exit code is set, not forced: what was written is flushed first. */
export async function main(): Promise<void> {
  const host = processHost();
  const { exitCode, isFault } = await runGuarded(process.argv.slice(2), host);
  await new Promise(setImmediate); // a refusal of the last output is told in the tick after it
  process.exitCode = host.brokenExit() ?? exitCode;
  // What threw may have left something running that nobody waits for.
  if (isFault) process.exit();
}

export interface Failure {
  /** The daemon's error, or how it was lost. */
  readonly why: string | WireError;
  /** A document may have begun on stdout: the error cannot go there. */
  readonly hasPrinted: boolean;
}

/** Says why a command that the daemon ran did not end by itself; gives the exit code. */
export function reportFailure(argv: readonly string[], { why, hasPrinted }: Failure): number {
  const error = typeof why === "string" ? errors.daemonUnreachable(why) : fromWireError(why);
  const report = errorReport(error, {});
  printError(report, wantsJson(argv) && !hasPrinted, processHost());
  return report.exit_code;
}
