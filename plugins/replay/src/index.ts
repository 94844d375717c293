export type { ReplayReport, ReplayRow } from "./generated/types.js";
export { ReplayPlugin } from "./ReplayPlugin.js";
