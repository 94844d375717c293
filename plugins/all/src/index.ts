import type { Plugin } from "@bsk/core";
import { AggregatePlugin } from "@bsk/plugin-aggregate";

/** The built-in plugins: the one list. Adding one is a line here and its package in this package's manifest. */
export function createPlugins(): readonly Plugin[] {
  return [new AggregatePlugin()];
}
