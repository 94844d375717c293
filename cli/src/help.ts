import { errors } from "@bsk/core";
import type { Command } from "@oclif/core";
import { CommandHelp } from "@oclif/core/help";
import { type BskCommandClass, oclifCommand } from "./commands/BskCommand.js";
import type { CommandSpec } from "./commands/CommandSpec.js";
import { flagName } from "./commands/flagName.js";
import { helpValue } from "./commands/parameters.js";
import type { Host } from "./Host.js";
import { oclifConfig } from "./oclifConfig.js";

/** What every task comes down to; each line is a command that runs. */
export const LOOP: readonly string[] = [
  "bsk session start",
  "bsk debug start --session abcd --name 'Save fails'",
  "bsk navigate http://localhost:3000 --session abcd",
  "bsk snapshot --session abcd",
  "bsk click @e4 --session abcd",
  "bsk debug operations --session abcd",
  "bsk debug operation a3 --session abcd",
  "bsk debug request n12 --session abcd --part response",
  "bsk debug stop --session abcd",
  "bsk debug export --session abcd --output run.json",
];

type Table = ReadonlyMap<string, CommandSpec>;

/** Help of one command, of a topic (`debug`), or of everything (no words). */
export async function showHelp(words: string, commands: Table, host: Host): Promise<void> {
  const spec = commands.get(words);
  if (spec) host.out(await commandHelp(spec, host.columns));
  else host.out(words === "" ? overview(commands) : listing(words, commands));
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

/** One line a topic, and one a command that is in none. */
function overview(commands: Table): string {
  const alone: Row[] = [];
  const topics = new Map<string, string[]>();
  for (const spec of commands.values()) {
    const [topic = "", verb] = spec.words.split(" ");
    if (verb === undefined) alone.push([usage(spec), spec.summary]);
    else topics.set(topic, [...(topics.get(topic) ?? []), verb]);
  }
  return [
    "bsk: a flight recorder for the website you are building.",
    "",
    `usage: ${usageLine("COMMAND")}`,
    "",
    "an agent's loop (session abcd, ids as each answer prints them):",
    ...LOOP.map((line) => `  ${line}`),
    "",
    "topics:",
    ...aligned([...topics].map(([topic, verbs]) => [`${topic} …`, verbs.join(", ")])),
    "",
    "commands:",
    ...aligned(alone),
    "",
    "bsk TOPIC --help lists its commands, bsk COMMAND --help shows the flags of one; bsk --version says which build.",
    "",
  ].join("\n");
}

/** One line a command of a topic. */
function listing(topic: string, commands: Table): string {
  const shown = [...commands.values()].filter(({ words }) => words.startsWith(`${topic} `));
  return [
    `usage: ${usageLine(`${topic} COMMAND`)}`,
    "",
    ...aligned(shown.map((spec) => [usage(spec), spec.summary])),
    "",
    `bsk ${topic} COMMAND --help shows the flags of one command.`,
    "",
  ].join("\n");
}

type Row = readonly [left: string, right: string];

const WIDTH = 100;

/** Two columns; what is too long for the right one goes on below it. */
function aligned(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrapped(right, WIDTH - width - 4).map(
      (line, index) => `  ${(index === 0 ? left : "").padEnd(width)}  ${line}`,
    ),
  );
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function usageLine(command: string): string {
  return `bsk ${command} [--json] [--format ndjson] [--quiet] [-v]`;
}

/** ` --session TEXT`: what must be there beside the arguments. */
function requiredFlags({ params, args = [] }: CommandSpec): string {
  return Object.entries(params.properties ?? {})
    .filter(([name]) => params.required?.includes(name) && !args.includes(name))
    .map(([name, schema]) => ` --${flagName(name, schema)} ${helpValue(schema)}`)
    .join("");
}

/** `debug request ID`: the words, then the arguments. */
export function usage({ words, args = [], params }: CommandSpec): string {
  const names = args.map((name) =>
    (params.required?.includes(name) ? name : `[${name}]`).toUpperCase(),
  );
  return [words, ...names].join(" ");
}
