export { AggregatePlugin } from "./AggregatePlugin.js";
export type { AggregateParams, AggregateReport, AggregateRow } from "./generated/types.js";
