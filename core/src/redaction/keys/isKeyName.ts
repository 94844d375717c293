import { keyRule } from "./secretKey.js";

const NAME = /^\p{L}+(?:[_.-]\p{L}+)*$/u;

/** Whether a value is itself the name of a credential: `["password", "api_key"]` lists fields. */
export function isKeyName(value: string): boolean {
  return NAME.test(value) && keyRule(value) !== undefined;
}
