/** The list of built-in plugins is this package's manifest: a dependency `@bsk/plugin-<name>` is one of them. */
export { createPlugins } from "./generated/plugins.js";
