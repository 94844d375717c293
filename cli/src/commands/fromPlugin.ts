import { errors, type Plugin, type PluginReport } from "@bsk/core";
import type { ObjectSchema } from "@bsk/schema";
import { formatReport } from "../format/formatReport.js";
import type { CommandSpec, Params } from "./CommandSpec.js";
import { action } from "./fromAction.js";

/** `bsk debug <name>`: the run it reads, and the parameters of the plugin's manifest. */
export function fromPlugin(plugin: Plugin): CommandSpec {
  const { manifest, validators } = plugin;
  const common = commonParams();
  const { params: own } = manifest;
  const shadowed = Object.keys(own.properties ?? {}).find((name) => isShared(name, common));
  if (shadowed !== undefined)
    throw errors.internal(`plugin ${manifest.name} takes the common parameter ${shadowed}`);
  const examples = manifest.examples ?? [`bsk debug ${manifest.name} --session abcd`];
  return {
    words: `debug ${manifest.name}`,
    summary: manifest.summary,
    ...(manifest.description === undefined ? {} : { description: manifest.description }),
    examples,
    params: {
      type: "object",
      properties: { ...common.properties, ...own.properties },
      required: [...(common.required ?? []), ...(own.required ?? [])],
    },
    startsDaemon: true,
    run: async ({ params, call, context }) => {
      const { shared, rest } = split(params, common);
      if (!validators.params(rest)) {
        const [first] = validators.params.errors ?? [];
        throw errors.invalidParams(
          `${first?.instancePath || "parameters"} (${first?.keyword ?? "invalid"})`,
        );
      }
      const value = await call("debug/analyze", { ...shared, name: manifest.name, params: rest });
      const report: PluginReport = value.report;
      if (!validators.result(report)) {
        const [first] = validators.result.errors ?? [];
        throw errors.pluginInvalidResult(manifest.name, first?.instancePath || "/");
      }
      return { value, text: () => formatReport(manifest, { ...value, report }, context) };
    },
  };
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
