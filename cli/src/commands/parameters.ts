import { errors } from "@bsk/core";
import type { ParameterSchema } from "@bsk/schema";
import type { Interfaces } from "@oclif/core";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { CommandSpec, Params } from "./CommandSpec.js";
import { flagName } from "./flagName.js";
import { isJson, jsonFlags, readJson } from "./jsonFlag.js";
import { boundsOf, readValue } from "./readValue.js";

/** What oclif read: words, not values yet. */
export interface Words {
  readonly flags: { readonly [name: string]: unknown };
  readonly args: { readonly [name: string]: unknown };
}

type Entry = readonly [name: string, schema: ParameterSchema];

function entriesOf(spec: CommandSpec): {
  readonly args: readonly Entry[];
  readonly flags: readonly Entry[];
} {
  const properties = new Map(Object.entries(spec.params.properties ?? {}));
  const args = (spec.args ?? []).map((name): Entry => {
    const schema = properties.get(name);
    if (!schema) throw errors.internal(`${spec.words}: argument ${name} is not in its schema`);
    properties.delete(name);
    return [name, schema];
  });
  return { args, flags: [...properties] };
}

function isRequired(spec: CommandSpec, name: string): boolean {
  return spec.params.required?.includes(name) ?? false;
}

type NamedFlag = readonly [name: string, flag: Interfaces.FlagInput[string]];

/** The oclif flags of a command; they carry the help and take any word, values are read by `readParams`. */
export function flagsOf(spec: CommandSpec): Interfaces.FlagInput {
  const { args, flags } = entriesOf(spec);
  const aliases = [...args, ...flags].flatMap(([name, schema]) =>
    aliasesOf(schema).map((alias): NamedFlag => {
      const same = args.some(([arg]) => arg === name) ? name.toUpperCase() : `--${name}`;
      return [alias, Flags.string({ description: `The same as ${same}.`, helpValue: "TEXT" })];
    }),
  );
  const own = flags.flatMap(([name, schema]) => {
    const spoken = flagName(name, schema);
    if (isJson(schema)) return jsonFlags(spoken, schema);
    const flag: NamedFlag = [spoken, flagOf(schema, isRequired(spec, name))];
    return [flag];
  });
  return Object.fromEntries([...own, ...aliases]);
}

function flagOf(schema: ParameterSchema, required: boolean): Interfaces.FlagInput[string] {
  const description = describe(schema);
  const short = isLetter(schema.char) ? { char: schema.char } : {};
  if (schema.type === "boolean") return Flags.boolean({ description, ...short });
  const options = {
    description,
    ...short,
    required,
    ...(schema.enum ? { options: schema.enum.map(String) } : { helpValue: helpValue(schema) }),
    ...(schema.default === undefined ? {} : { defaultHelp: async () => String(schema.default) }),
  };
  if (schema.type !== "array") return Flags.string(options);
  const multiple = { ...options, multiple: true, multipleNonGreedy: true } as const;
  return schema.repeat === true
    ? Flags.string(multiple)
    : Flags.string({ ...multiple, delimiter: "," });
}

/** Other names of a parameter: `--ref` for TARGET. */
function aliasesOf(schema: ParameterSchema): readonly string[] {
  return schema.aliases ?? [];
}

/** The oclif positional arguments of a command. */
export function argsOf(spec: CommandSpec): Interfaces.ArgInput {
  return Object.fromEntries(
    entriesOf(spec).args.map(([name, schema]) => [
      name,
      // Without ignoreStdin oclif waits 10 ms for stdin wherever an argument is missing.
      Args.string({
        name,
        description: describe(schema),
        required: isRequired(spec, name),
        ignoreStdin: true,
      }),
    ]),
  );
}

function isLetter(char: string | undefined): char is "f" | "n" {
  return char === "f" || char === "n";
}

function describe(schema: ParameterSchema): string {
  const bounds = schema.type === "integer" && schema.format !== "duration" ? boundsOf(schema) : "";
  const known = schema.type === "array" ? schema.items?.enum : undefined;
  const words = known && `Of: ${known.join(", ")}.`;
  return [schema.description, bounds && `(${bounds})`, words].filter(Boolean).join(" ");
}

/** What the help shows in place of a value. */
export function helpValue(schema: ParameterSchema): string {
  if (schema.format === "duration") return "DURATION";
  if (schema.format === "path") return "FILE";
  if (schema.type === "array") return schema.repeat === true ? "TEXT" : "A,B";
  return schema.type === "integer" || schema.type === "number" ? "N" : "TEXT";
}

/** The words as parameters under their names on the wire. Throws `invalid_params`. */
export function readParams(spec: CommandSpec, words: Words, cwd: string): Params {
  const { args, flags } = entriesOf(spec);
  const hint = `bsk ${spec.words} --help`;
  const params: Record<string, unknown> = {};
  const read = ([name, schema]: Entry, word: unknown, label: string): void => {
    if (word === undefined) {
      if (!isRequired(spec, name)) return;
      throw errors.invalidParams(`${label} is missing.`, undefined, hint);
    }
    const context = { label, cwd, hint };
    if (typeof word === "boolean") params[name] = word;
    else if (Array.isArray(word)) {
      params[name] = word.map((item) => readValue(String(item), schema.items ?? {}, context));
    } else params[name] = readValue(String(word), schema, context);
  };
  const either = ([name, schema]: Entry, own: unknown, label: string): void => {
    const given = [
      { word: own, label },
      ...aliasesOf(schema).map((alias) => ({ word: words.flags[alias], label: `--${alias}` })),
    ].filter(({ word }) => word !== undefined);
    if (given.length > 1) {
      const labels = given.map((one) => one.label).join(" and ");
      throw errors.invalidParams(`${labels} are the same: give one.`, undefined, hint);
    }
    read([name, schema], given[0]?.word, given[0]?.label ?? label);
  };
  for (const entry of args) either(entry, words.args[entry[0]], entry[0].toUpperCase());
  for (const entry of flags) {
    const name = flagName(...entry);
    if (isJson(entry[1])) {
      const value = readJson(name, words.flags, { cwd, hint });
      if (value !== undefined) params[entry[0]] = value;
      else if (isRequired(spec, entry[0]))
        throw errors.invalidParams(`--${name} or --${name}-file is missing.`, undefined, hint);
    } else either(entry, words.flags[name], `--${name}`);
  }
  return params;
}
