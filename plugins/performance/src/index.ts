export type { PerformanceParams, PerformanceReport } from "./generated/types.js";
export { PerformancePlugin } from "./PerformancePlugin.js";
