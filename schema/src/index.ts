export type { ActionDefinition, ObjectSchema, ParameterSchema } from "./action.js";
export { isActing } from "./action.js";
export { CATALOGUE } from "./generated/catalogue.js";
export type * from "./generated/types.js";
export * from "./generated/validators.js";
export { validateParams, validateResult } from "./generated/wire.js";
