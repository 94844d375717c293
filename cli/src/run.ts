import type { Plugin } from "@bsk/core";
import { printableJson } from "@bsk/core";
import { createPlugins } from "@bsk/plugins";
import type { ErrorReport } from "@bsk/schema";
import { type BskCommand, oclifCommand } from "./commands/BskCommand.js";
import type { CommandSpec } from "./commands/CommandSpec.js";
import { createCommands } from "./commands.js";
import { type ErrorScene, errorReport } from "./errorReport.js";
import { printable } from "./format/printable.js";
import type { Host } from "./Host.js";
import { oclifConfig } from "./oclifConfig.js";
import { route, wantsJson } from "./route.js";
import { BUILD, VERSION } from "./version.js";

/** Every command of this build. */
export function builtInCommands(): ReadonlyMap<string, CommandSpec> {
  return createCommands(createPlugins());
}

/** Runs one command line on a host and gives its exit code. Never throws. */
export async function run(
  argv: readonly string[],
  host: Host,
  plugins: readonly Plugin[] = createPlugins(),
): Promise<number> {
  return await runCommands(argv, host, () => createCommands(plugins));
}

/** The same with the commands given; making them may throw, which is printed like any error. */
export async function runCommands(
  argv: readonly string[],
  host: Host,
  commandsOf: () => ReadonlyMap<string, CommandSpec>,
): Promise<number> {
  let spec: CommandSpec | undefined;
  let command: BskCommand | undefined;
  try {
    const commands = commandsOf();
    const target = route(argv, [...commands.keys()]);
    if (target.kind === "version") {
      host.out(`bsk ${VERSION} (build ${BUILD})\n`);
      return 0;
    }
    if (target.kind === "help") {
      await help(target.words, commands, { host, asJson: wantsJson(argv) });
      return 0;
    }
    spec = commands.get(target.words);
    if (!spec) throw new Error(`no command ${target.words}`);
    const CommandClass = oclifCommand(spec);
    command = new CommandClass([...target.argv], await oclifConfig(), host);
    return await command.execute();
  } catch (error) {
    const report = errorReport(error, sceneOf(spec));
    printError(report, wantsJson(argv) && command?.hasBegun !== true, host);
    return report.exit_code;
  }
}

async function help(
  words: string,
  commands: ReadonlyMap<string, CommandSpec>,
  { host, asJson }: { readonly host: Host; readonly asJson: boolean },
): Promise<void> {
  if (asJson) {
    const { helpReport } = await import("./helpReport.js");
    host.out(`${printableJson(JSON.stringify(helpReport(words, commands), null, 2))}\n`);
    return;
  }
  const { showHelp } = await import("./help.js");
  await showHelp(words, commands, host);
}

/** The one way an error is printed: one object on stdout, or two lines on stderr. */
export function printError(report: ErrorReport, asJson: boolean, host: Host): void {
  if (asJson) {
    host.out(`${printableJson(JSON.stringify(report, null, 2))}\n`);
    return;
  }
  host.err(`${printable(`error: ${report.message}`)}\n`);
  if (report.hint !== undefined) host.err(`${printable(`hint: ${report.hint}`)}\n`);
}

function sceneOf(spec: CommandSpec | undefined): ErrorScene {
  if (!spec) return {};
  const { flags, baseFlags } = oclifCommand(spec);
  const names = Object.keys({ ...flags, ...baseFlags });
  return { words: spec.words, flags: names, args: spec.args ?? [] };
}
