import type { DaemonReport } from "@bsk/schema";
import { firstCommand } from "../browser/knownBrowsers.js";
import { daemonLine } from "../format/status.js";
import type { CommandSpec } from "./CommandSpec.js";
import { daemonState } from "./daemonState.js";

export const daemonStatus: CommandSpec = {
  words: "daemon status",
  summary: "Say whether the daemon runs; starts none.",
  examples: ["bsk daemon status"],
  params: { type: "object", properties: {} },
  startsDaemon: false,
  run: async (invocation) => {
    const status = await daemonState(invocation);
    const report: DaemonReport = status ? status.daemon : { state: "not_running" };
    const next = status ? "" : `\nnext: ${await firstCommand(invocation.host)}`;
    return { value: report, text: () => `${daemonLine(report)}${next}` };
  },
};
