import { errors, type PluginEntry, type PluginReport } from "@bsk/core";
import type { ObjectSchema } from "@bsk/schema";
import { formatReport } from "../format/formatReport.js";
import type { CommandSpec, Params } from "./CommandSpec.js";
import { flagName } from "./flagName.js";
import { action } from "./fromAction.js";

/** `bsk debug <name>`: the run it reads or acts on, and the parameters of the plugin's own schema. */
export function fromPlugin({ command, checks }: PluginEntry): CommandSpec {
  const common = commonParams();
  const { params: own, args } = command;
  const shadowed = Object.keys(own.properties ?? {}).find((name) => isShared(name, common));
  if (shadowed !== undefined)
    throw errors.internal(`plugin command ${command.name} takes the common parameter ${shadowed}`);
  const examples = command.examples ?? [`bsk debug ${command.name} --session abcd`];
  return {
    words: `debug ${command.name}`,
    summary: command.summary,
    ...(command.description === undefined ? {} : { description: command.description }),
    examples,
    ...(args === undefined ? {} : { args }),
    params: {
      type: "object",
      properties: { ...common.properties, ...own.properties },
      required: [...(common.required ?? []), ...(own.required ?? [])],
    },
    startsDaemon: true,
    run: async ({ params, call, context }) => {
      const { shared, rest } = split(params, common);
      if (!checks.params(rest)) {
        const fault = faultOf(own, checks.params.errors?.[0]);
        throw errors.invalidParams(fault, undefined, `bsk debug ${command.name} --help`);
      }
      const method = command.live ? "debug/act" : "debug/analyze";
      const value = await call(method, { ...shared, name: command.name, params: rest });
      const report: PluginReport = value.report;
      if (!checks.result(report)) {
        const [first] = checks.result.errors ?? [];
        throw errors.pluginInvalidResult(command.name, first?.instancePath || "/");
      }
      return { value, text: () => formatReport(command, { ...value, report }, context) };
    },
  };
}

/** Which flag it is, and what it must be, where the schema says so. */
function faultOf(
  { properties = {} }: ObjectSchema,
  first?: { readonly instancePath: string; readonly keyword: string },
): string {
  const { instancePath: place = "", keyword = "invalid" } = first ?? {};
  const name = place.split("/")[1] ?? "";
  const schema = properties[name];
  if (!schema) return `The command is not valid: ${place || "/"}, ${keyword}.`;
  const { type } = schema;
  const isWhole = keyword === "type" && place === `/${name}` && typeof type === "string";
  const fault = isWhole ? `it must be of type ${type}` : `${place}, ${keyword}`;
  return `--${flagName(name, schema)} is not valid: ${fault}.`;
}

/** What `debug/analyze` takes beside the plugin's own parameters. */
function commonParams(): ObjectSchema {
  const { properties, required } = action("debug/analyze").params;
  const shared = Object.entries(properties ?? {}).filter(
    ([name]) => name !== "name" && name !== "params",
  );
  return {
    type: "object",
    properties: Object.fromEntries(shared),
    required: (required ?? []).filter((name) => name !== "name" && name !== "params"),
  };
}

function split(
  params: Params,
  common: ObjectSchema,
): { readonly shared: Params; readonly rest: Params } {
  const entries = Object.entries(params);
  return {
    shared: Object.fromEntries(entries.filter(([name]) => isShared(name, common))),
    rest: Object.fromEntries(entries.filter(([name]) => !isShared(name, common))),
  };
}

function isShared(name: string, common: ObjectSchema): boolean {
  return Object.hasOwn(common.properties ?? {}, name);
}
