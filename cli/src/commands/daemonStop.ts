import { BskError } from "@bsk/core";
import type { DaemonReport } from "@bsk/schema";
import { daemonLine } from "../format/status.js";
import { counted } from "../format/units.js";
import type { CommandSpec, Invocation } from "./CommandSpec.js";
import { action } from "./fromAction.js";

export const daemonStop: CommandSpec = {
  words: "daemon stop",
  summary: action("daemon/stop").summary,
  examples: ["bsk daemon stop"],
  params: action("daemon/stop").params,
  startsDaemon: false,
  run: async (invocation) => {
    const report = await stop(invocation);
    const { sessions_ended } = report;
    const ended =
      sessions_ended === undefined ? "" : `  ${counted(sessions_ended, "session")} ended`;
    return { value: report, text: () => `${daemonLine(report)}${ended}` };
  },
};

async function stop({ call }: Invocation): Promise<DaemonReport> {
  try {
    const { sessions_ended } = await call("daemon/stop", {});
    return { state: "stopped", ...(sessions_ended === undefined ? {} : { sessions_ended }) };
  } catch (error) {
    // Nothing to stop is what was asked for.
    if (error instanceof BskError && error.code === "daemon_not_running")
      return { state: "not_running" };
    throw error;
  }
}
