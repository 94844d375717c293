export { DuplicatesPlugin } from "./DuplicatesPlugin.js";
export type { DuplicateRow, DuplicatesParams, DuplicatesReport } from "./generated/types.js";
