import { setTimeout as delay } from "node:timers/promises";
import { BskError, counted } from "@bsk/core";
import type { DaemonReport } from "@bsk/schema";
import { readDaemonRecord } from "../connection/daemonRecord.js";
import { isAlive } from "../connection/FileLock.js";
import { killDaemon } from "../connection/killDaemon.js";
import { daemonLine } from "../format/status.js";
import type { CommandSpec, Invocation } from "./CommandSpec.js";
import { action } from "./fromAction.js";

/** What a daemon that has answered may still take to close. */
const END_MS = 3_000;

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
    const killed = report.killed ? "  it did not answer and was killed" : "";
    return { value: report, text: () => `${daemonLine(report)}${ended}${killed}` };
  },
};

/** It has answered and is closing: whoever comes next must not meet it. */
async function untilEnded(pid: number): Promise<void> {
  const deadline = Date.now() + END_MS;
  while (isAlive(pid) && Date.now() < deadline) await delay(10);
}

async function stop({ call, daemon, host }: Invocation): Promise<DaemonReport> {
  try {
    await daemon({ startIfMissing: false, anyProtocol: true });
    const { pid } = readDaemonRecord(host.home);
    const { sessions_ended } = await call("daemon/stop", {});
    if (pid !== undefined) await untilEnded(pid);
    return { state: "stopped", ...(sessions_ended === undefined ? {} : { sessions_ended }) };
  } catch (error) {
    if (!(error instanceof BskError)) throw error;
    // Nothing to stop is what was asked for.
    if (error.code === "daemon_not_running") return { state: "not_running" };
    const hangs = error.code === "daemon_unreachable" && (await killDaemon(host.home));
    if (hangs) return { state: "stopped", killed: true };
    throw error;
  }
}
