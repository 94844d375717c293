import type { ActionResults } from "@bsk/schema";
import { firstCommand, knownBrowsers } from "../browser/knownBrowsers.js";
import { formatStatus } from "../format/status.js";
import type { Host } from "../Host.js";
import type { CommandSpec } from "./CommandSpec.js";
import { daemonState } from "./daemonState.js";
import { action, fromAction } from "./fromAction.js";

type Status = ActionResults["system/status"];

/** As the daemon says it; without a daemon that is said, and none is started. */
export const status: CommandSpec = fromAction(action("system/status"), async (invocation) => {
  const value = (await daemonState(invocation)) ?? (await notRunning(invocation.host));
  return { value, text: () => formatStatus(value, invocation.context) };
});

async function notRunning(host: Host): Promise<Status> {
  return {
    daemon: { state: "not_running" },
    browsers: [...(await knownBrowsers(host.home))],
    sessions: [],
    next: await firstCommand(host),
  };
}
