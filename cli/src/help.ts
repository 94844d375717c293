import { errors } from "@bsk/core";
import type { Command } from "@oclif/core";
import { CommandHelp } from "@oclif/core/help";
import { type BskCommandClass, oclifCommand } from "./commands/BskCommand.js";
import type { CommandSpec } from "./commands/CommandSpec.js";
import { flagName } from "./commands/flagName.js";
import { helpValue } from "./commands/parameters.js";
import type { Host } from "./Host.js";
import { oclifConfig } from "./oclifConfig.js";

type Table = ReadonlyMap<string, CommandSpec>;

/** Help of one command, of a topic (`debug`), or of everything (no words). */
export async function showHelp(words: string, commands: Table, host: Host): Promise<void> {
  const spec = commands.get(words);
  if (spec) host.out(await commandHelp(spec, host.columns));
  else host.out(listing(words, commands));
}

async function commandHelp(spec: CommandSpec, columns: number): Promise<string> {
  const config = await oclifConfig();
  const maxWidth = Math.max(60, Math.min(columns, 110));
  const help = new CommandHelp(await loadable(oclifCommand(spec), spec), config, {
    maxWidth,
    stripAnsi: true,
    flagSortOrder: "none",
  });
  return `${spec.summary}\n\n${help.generate()}\n`;
}

/** What oclif's help reads of a class, with the defaults of flags worked out. */
async function loadable(
  CommandClass: BskCommandClass,
  spec: CommandSpec,
): Promise<Command.Loadable> {
  const entries = Object.entries({ ...CommandClass.flags, ...CommandClass.baseFlags }).map(
    async ([name, flag]) => {
      const isOption = flag.type === "option" && typeof flag.defaultHelp === "function";
      return [
        name,
        isOption
          ? { ...flag, default: await flag.defaultHelp({ options: flag, flags: {} }) }
          : flag,
      ];
    },
  );
  return {
    id: spec.words,
    usage: `${usage(spec)}${requiredFlags(spec)} [FLAGS]`,
    aliases: [],
    hiddenAliases: [],
    hidden: false,
    args: CommandClass.args,
    flags: Object.fromEntries(await Promise.all(entries)),
    ...(spec.description === undefined ? {} : { description: spec.description }),
    examples: [...(spec.examples ?? [])],
    load: () => Promise.reject(errors.internal("help loads no command")),
  };
}

/** One line a command. */
function listing(topic: string, commands: Table): string {
  const shown = [...commands.values()].filter(
    ({ words }) => topic === "" || words.startsWith(`${topic} `),
  );
  const usages = shown.map((spec) => [usage(spec), spec.summary] as const);
  const width = Math.max(...usages.map(([left]) => left.length));
  const rows = usages.map(([left, summary]) => `  ${left.padEnd(width)}  ${summary}`);
  const head = topic === "" ? "bsk: a flight recorder for the website you are building.\n\n" : "";
  return [
    `${head}usage: bsk ${topic === "" ? "COMMAND" : `${topic} COMMAND`} [--json] [--quiet] [-v]`,
    "",
    ...rows,
    "",
    `bsk ${topic === "" ? "COMMAND" : `${topic} COMMAND`} --help shows the flags of one command.`,
    "",
  ].join("\n");
}

/** ` --session TEXT`: what must be there beside the arguments. */
function requiredFlags({ params, args = [] }: CommandSpec): string {
  return Object.entries(params.properties ?? {})
    .filter(([name]) => params.required?.includes(name) && !args.includes(name))
    .map(([name, schema]) => ` --${flagName(name, schema)} ${helpValue(schema)}`)
    .join("");
}

function usage({ words, args = [], params }: CommandSpec): string {
  const names = args.map((name) =>
    (params.required?.includes(name) ? name : `[${name}]`).toUpperCase(),
  );
  return [words, ...names].join(" ");
}
