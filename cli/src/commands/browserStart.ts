import { callerEnvironment } from "../browser/callerEnvironment.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, callAndShow, fromAction } from "./fromAction.js";

const definition = action("browser/start");
const { environment: _environment, ...properties } = definition.params.properties ?? {};

/** The browser is this command's, not the daemon's: its display and CHROME_PATH go along. */
export const browserStart: CommandSpec = fromAction(
  { ...definition, params: { ...definition.params, properties } },
  (invocation) =>
    callAndShow("browser/start", {
      ...invocation,
      params: { ...invocation.params, environment: callerEnvironment(invocation.host.env) },
    }),
);
