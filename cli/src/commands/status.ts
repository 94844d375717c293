import type { ActionResults } from "@bsk/schema";
import { formatStatus } from "../format/status.js";
import type { CommandSpec } from "./CommandSpec.js";
import { daemonState } from "./daemonState.js";
import { action, fromAction } from "./fromAction.js";

const NONE: ActionResults["system/status"] = {
  daemon: { state: "not_running" },
  browsers: [],
  sessions: [],
  next: "bsk daemon start",
};

/** As the daemon says it; without a daemon that is said, and none is started. */
export const status: CommandSpec = fromAction(action("system/status"), async (invocation) => {
  const value = (await daemonState(invocation)) ?? NONE;
  return { value, text: () => formatStatus(value, invocation.context) };
});
