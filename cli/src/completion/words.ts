import type { ParameterSchema } from "@bsk/schema";
import type { CommandSpec } from "../commands/CommandSpec.js";
import { flagName } from "../commands/flagName.js";
import { isJson } from "../commands/jsonFlag.js";
import { FORMATS } from "../format/ndjson.js";

/** A flag as a shell sees it. */
export interface CompletedFlag {
  /** With its dashes. */
  readonly flag: string;
  readonly description: string;
  /** What stands behind it: nothing, a file, one of some words, or anything. */
  readonly value: "none" | "file" | "any" | readonly string[];
}

const GLOBAL: readonly CompletedFlag[] = [
  { flag: "--json", description: "Print JSON (errors too).", value: "none" },
  { flag: "--format", description: "How a list is printed.", value: [...FORMATS] },
  { flag: "--quiet", description: "Say nothing on stderr but errors.", value: "none" },
  { flag: "--help", description: "Show help.", value: "none" },
];

/** The flags of a command, the global ones last. */
export function flagsOf({ params, args = [] }: CommandSpec): readonly CompletedFlag[] {
  const own = Object.entries(params.properties ?? {}).filter(([name]) => !args.includes(name));
  return [...own.flatMap(([name, schema]) => flagOf(name, schema)), ...GLOBAL];
}

/** The words that can stand for the positional arguments; files are not told from others. */
export function argumentWords({ params, args = [] }: CommandSpec): readonly string[] {
  return args.flatMap((name) => (params.properties?.[name]?.enum ?? []).map(String));
}

/** What can come next, by the words so far: the first words under `""`, a topic's under its name. */
export function nextWords(
  commands: readonly CommandSpec[],
): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, Set<string>>();
  for (const { words } of commands) {
    const parts = words.split(" ");
    parts.forEach((part, index) => {
      const before = parts.slice(0, index).join(" ");
      next.set(before, (next.get(before) ?? new Set()).add(part));
    });
  }
  return new Map([...next].map(([before, parts]) => [before, [...parts].sort()]));
}

function flagOf(name: string, schema: ParameterSchema): readonly CompletedFlag[] {
  const flag = `--${flagName(name, schema)}`;
  const { description = "" } = schema;
  if (isJson(schema))
    return [
      { flag, description, value: "any" },
      { flag: `${flag}-file`, description, value: "file" },
    ];
  if (schema.type === "boolean") return [{ flag, description, value: "none" }];
  if (schema.enum) return [{ flag, description, value: schema.enum.map(String) }];
  return [{ flag, description, value: schema.format === "path" ? "file" : "any" }];
}
