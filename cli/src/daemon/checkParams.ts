import { errors } from "@bsk/core";
import {
  type ActionDefinition,
  type ActionParams,
  CATALOGUE,
  type ValidationError,
  type Validator,
  validateParams,
} from "@bsk/schema";

export type Method = keyof ActionParams;

/** Sent by the daemon alone: a command that could send them would bypass its bookkeeping. */
const INTERNAL: ReadonlySet<string> = new Set(["session/open", "session/close"]);

const ACTIONS: ReadonlyMap<string, ActionDefinition> = new Map(
  CATALOGUE.filter(({ method, wire }) => wire !== false && !INTERNAL.has(method)).map((action) => [
    action.method,
    action,
  ]),
);

function isMethod(method: string): method is Method {
  return Object.hasOwn(validateParams, method);
}

/** The action that a client asks for. Throws `unknown_method`. */
export function findAction(method: string): ActionDefinition & { readonly method: Method } {
  const action = ACTIONS.get(method);
  if (!action || !isMethod(method)) throw errors.unknownMethod(method);
  return { ...action, method };
}

function describe({ instancePath, keyword, message, params }: ValidationError): string {
  if (keyword === "additionalProperties") {
    return `unknown parameter ${JSON.stringify(params.additionalProperty)}`;
  }
  const where = instancePath.slice(1).replaceAll("/", ".");
  return where === "" ? `${message}` : `${where} ${message}`;
}

/** The parameters, checked. Throws `invalid_params` with the first thing that the schema does not allow. */
export function checkParams<M extends Method>(method: M, params: unknown): ActionParams[M] {
  const validate: Validator<ActionParams[M]> = validateParams[method];
  if (validate(params)) return params;
  const [first] = validate.errors ?? [];
  throw errors.invalidParams(`${method}: ${first ? describe(first) : "not valid"}.`);
}
