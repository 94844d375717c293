import { errors } from "./errors.js";
import type { CommandChecks, Plugin, PluginCommand } from "./Plugin.js";

/** One command of a plugin, with what checks it. */
export interface PluginEntry {
  readonly plugin: Plugin;
  readonly command: PluginCommand;
  readonly checks: CommandChecks;
}

/** Every command of a plugin, its main one first. */
export function pluginCommands(plugin: Plugin): readonly PluginEntry[] {
  const { manifest, validators } = plugin;
  const others = (manifest.commands ?? []).map((command) => {
    const checks = validators.commands?.[command.name];
    if (!checks) throw errors.internal(`plugin ${manifest.name}: no checks for ${command.name}`);
    return { plugin, command, checks };
  });
  return [{ plugin, command: manifest, checks: validators }, ...others];
}
