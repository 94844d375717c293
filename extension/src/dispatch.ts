import { errors } from "@bsk/core";
import { type ActionParams, type Validator, validateParams } from "@bsk/schema";
import type { ExtensionMethod, Handlers, RequestContext } from "./handlers.js";
import type { PersonStops } from "./sessions/PersonStops.js";
import type { Dispatch } from "./transport/Rpc.js";

export interface DispatchParts {
  readonly handlers: Handlers;
  /** The worker knows its sessions and runs again. */
  readonly ready: Promise<void>;
  readonly stops: Pick<PersonStops, "guard">;
}

/** Validates a request and runs its handler, unless a person has stopped its session. */
export function createDispatch({ handlers, ready, stops }: DispatchParts): Dispatch {
  const has = (method: string): method is ExtensionMethod => Object.hasOwn(handlers, method);
  return async (method, params, signal) => {
    if (method === "system/ping") return {};
    if (!has(method)) throw errors.unknownMethod(method);
    const run = accept(handlers, method, params);
    await ready;
    if (signal.aborted) throw errors.cancelled(method);
    const call = { session: sessionOf(params), signal };
    return stops.guard(method, call, (stopping) => run({ signal: stopping }));
  };
}

/** The handler with its parameters. Throws `invalid_params`, which names place and rule, never a value. */
function accept<M extends ExtensionMethod>(
  handlers: Handlers,
  method: M,
  params: unknown,
): (context: RequestContext) => Promise<unknown> {
  const validate: Validator<ActionParams[M]> = validateParams[method];
  if (!validate(params)) {
    const [first] = validate.errors ?? [];
    const place = first?.instancePath || "parameters";
    const keyword = first?.keyword ?? "invalid";
    throw errors.invalidParams(`${method}: ${place} (${keyword})`, { place, keyword });
  }
  const handler = handlers[method];
  return (context) => handler(params, context);
}

function sessionOf(params: unknown): string | undefined {
  if (typeof params !== "object" || params === null) return undefined;
  const { session } = params as { session?: unknown }; // its type is checked next
  return typeof session === "string" ? session : undefined;
}
