import { errors } from "@bsk/core";
import type { ActionDefinition, ActionParams, ActionResults } from "@bsk/schema";
import { CATALOGUE } from "@bsk/schema";
import { formatResult, noteOf, warningOf } from "../format/formatResult.js";
import type { CommandSpec, Invocation, Outcome } from "./CommandSpec.js";

type Method = keyof ActionParams & keyof ActionResults;
type Run = (invocation: Invocation) => Promise<Outcome>;

/** The catalogue's entry. Throws `internal` where there is none. */
export function action(method: Method): ActionDefinition {
  const found = CATALOGUE.find((definition) => definition.method === method);
  if (!found) throw errors.internal(`no action ${method}`);
  return found;
}

/** A command made from an action; `run` where it is more than one call. */
export function fromAction(definition: ActionDefinition, run?: Run): CommandSpec {
  const { command, method, summary, description, examples, params, args } = definition;
  if (command === undefined) throw errors.internal(`${method} has no command`);
  return {
    words: command,
    summary,
    params,
    startsDaemon: definition.starts_daemon !== false,
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    ...(args === undefined ? {} : { args }),
    // The catalogue and the types of its methods are generated from the same files.
    run: run ?? ((invocation) => callAndShow(method as Method, invocation)),
  };
}

/** One call, printed by the formatter of its method. */
export async function callAndShow(
  method: Method,
  { params, call, context }: Invocation,
): Promise<Outcome> {
  const value = await call(method, params);
  const note = noteOf(method, value);
  const warning = warningOf(method, value);
  return {
    value,
    text: () => formatResult(method, value, context),
    ...(note === undefined ? {} : { note: () => note }),
    ...(warning === undefined ? {} : { warning: () => warning }),
  };
}
