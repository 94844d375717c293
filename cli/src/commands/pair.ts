import { browserRows } from "../format/browsers.js";
import { oneLine } from "../format/printable.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** Prints the code at once, then waits; with --json the code goes to stderr, so that stdout is one document. */
export const pair: CommandSpec = fromAction(action("pair/start"), async (invocation) => {
  const { call, host, json, params } = invocation;
  const { code, port, window_ms } = await call("pair/start", params);
  const waiting = call("pair/wait", {});
  const line = `code ${oneLine(code)}  type it into the popup of bsk's extension within ${Math.round(window_ms / 1000)} s (port ${port})\n`;
  if (json) host.err(line);
  else host.out(line);
  const value = await waiting;
  return {
    value,
    text: () => `paired\n${browserRows([value.browser]).join("\n")}\nnext: bsk session start`,
  };
});
