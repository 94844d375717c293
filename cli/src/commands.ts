import { errors, type Plugin, pluginCommands } from "@bsk/core";
import { CATALOGUE } from "@bsk/schema";
import type { CommandSpec } from "./commands/CommandSpec.js";
import { fromAction } from "./commands/fromAction.js";
import { fromPlugin } from "./commands/fromPlugin.js";
import { ownCommands } from "./commands/ownCommands.js";

/** Every command by its words, sorted: the catalogue's, the plugins', and this package's own. */
export function createCommands(plugins: readonly Plugin[]): ReadonlyMap<string, CommandSpec> {
  const table = new Map<string, CommandSpec>();
  const own = ownCommands(plugins, () => table);
  const replaced = new Set(own.map(({ words }) => words));
  const actions = CATALOGUE.filter(
    ({ command }) => command !== undefined && !replaced.has(command),
  );
  const specs = [
    ...own,
    ...actions.map((definition) => fromAction(definition)),
    ...plugins.flatMap(pluginCommands).map(fromPlugin),
  ];
  for (const spec of specs.sort((one, other) => (one.words < other.words ? -1 : 1))) {
    if (table.has(spec.words)) throw errors.internal(`two commands are named "${spec.words}"`);
    table.set(spec.words, spec);
  }
  return table;
}
