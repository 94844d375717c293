/** For the thin client alone: the one validator that it needs, a hundredth of them all. */
export { validateCliFrame } from "./generated/thinValidators.js";
export type { CliFrame, CliRunParams, WireError } from "./generated/types.js";
