import { Config, Plugin } from "@oclif/core/config";
import { VERSION } from "./version.js";

const ROOT = "/";
const PJSON = {
  name: "bsk",
  version: VERSION,
  oclif: { bin: "bsk", dirname: "bsk", topicSeparator: " " },
} as const;

let loading: Promise<Config> | undefined;

/**
 * oclif's configuration without a disk: its plugin is given, so that nothing is searched for in folders or
 * node_modules. The command table is this package's own (`createCommands`); oclif parses and formats.
 */
export function oclifConfig(): Promise<Config> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Config> {
  const plugin = new Plugin({
    isRoot: true,
    ignoreManifest: true,
    name: PJSON.name,
    root: ROOT,
    pjson: { ...PJSON, oclif: { ...PJSON.oclif } },
  });
  await plugin.load();
  const config = new OfflineConfig({
    root: ROOT,
    plugins: new Map([[plugin.name, plugin]]),
    devPlugins: false,
    userPlugins: false,
  });
  await config.load();
  return config;
}

class OfflineConfig extends Config {
  /** oclif would read a theme from the user's configuration folder. */
  override async loadTheme(): Promise<undefined> {
    return undefined;
  }
}
