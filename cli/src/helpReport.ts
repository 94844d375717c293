import type { CommandHelp, HelpReport, ParameterHelp, ParameterSchema } from "@bsk/schema";
import type { CommandSpec } from "./commands/CommandSpec.js";
import { flagName } from "./commands/flagName.js";
import { helpValue } from "./commands/parameters.js";
import { usage } from "./help.js";

/** The help as data: of one command, of a topic, or of everything (no words). */
export function helpReport(words: string, commands: ReadonlyMap<string, CommandSpec>): HelpReport {
  const one = commands.get(words);
  const specs = one
    ? [one]
    : [...commands.values()].filter((spec) => words === "" || spec.words.startsWith(`${words} `));
  return { commands: specs.map(commandHelp) };
}

function commandHelp(spec: CommandSpec): CommandHelp {
  const { words, summary, description, params, args = [], examples = [] } = spec;
  const entries = Object.entries(params.properties ?? {});
  const told = (isArg: boolean): ParameterHelp[] =>
    entries
      .filter(([name]) => args.includes(name) === isArg)
      .map(([name, schema]) => ({
        name: isArg ? name.toUpperCase() : `--${flagName(name, schema)}`,
        required: params.required?.includes(name) ?? false,
        ...valueFacts(schema),
      }));
  return {
    command: `bsk ${words}`,
    usage: `bsk ${usage(spec)}`,
    summary,
    ...(description === undefined ? {} : { description }),
    args: told(true),
    flags: told(false),
    examples: [...examples],
  };
}

function valueFacts(schema: ParameterSchema): Omit<ParameterHelp, "name" | "required"> {
  return {
    ...(schema.type === "boolean" ? {} : { value: helpValue(schema) }),
    ...(schema.enum ? { one_of: schema.enum.map(String) } : {}),
    ...(schema.default === undefined ? {} : { default: String(schema.default) }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
  };
}
