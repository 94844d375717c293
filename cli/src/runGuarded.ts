import type { CommandSpec } from "./commands/CommandSpec.js";
import { errorReport } from "./errorReport.js";
import type { Host } from "./Host.js";
import { wantsJson } from "./route.js";
import { builtInCommands, printError, runCommands } from "./run.js";

export interface GuardedEnd {
  readonly exitCode: number;
  /** It threw where nobody awaited it: whatever it left behind is not to be trusted. */
  readonly isFault: boolean;
}

/** Runs one command line of this process or thread; what it throws past every await is its end too. */
export async function runGuarded(
  argv: readonly string[],
  host: Host,
  commands: () => ReadonlyMap<string, CommandSpec> = builtInCommands,
): Promise<GuardedEnd> {
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<GuardedEnd>((resolve) => {
    fail = (error) => {
      const report = errorReport(error, {});
      printError(report, wantsJson(argv), host);
      resolve({ exitCode: report.exit_code, isFault: true });
    };
  });
  // Rejections that nobody handles come here as well: that is Node's own rule.
  process.on("uncaughtException", fail);
  try {
    const ended = runCommands(argv, host, commands).then((exitCode) => ({
      exitCode,
      isFault: false,
    }));
    return await Promise.race([ended, failed]);
  } finally {
    process.off("uncaughtException", fail);
  }
}
