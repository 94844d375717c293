import { DEFAULT_PORT } from "@bsk/core";
import type { DaemonReport } from "@bsk/schema";
import { daemonLine } from "../format/status.js";
import type { CommandSpec, Outcome } from "./CommandSpec.js";
import { daemonState } from "./daemonState.js";

/** Starts the daemon; one that runs already is left as it is and said so. */
export const daemonStart: CommandSpec = {
  words: "daemon start",
  summary: "Start the daemon; other commands do it by themselves.",
  examples: ["bsk daemon start", "bsk daemon start --port 52862"],
  params: {
    type: "object",
    properties: {
      port: {
        type: "integer",
        minimum: 1024,
        maximum: 65535,
        default: DEFAULT_PORT,
        description: "TCP port on 127.0.0.1 for extensions.",
      },
    },
  },
  startsDaemon: true,
  run: async (invocation) => {
    const running = await daemonState(invocation);
    if (running) return outcome({ ...running.daemon, state: "running" }, invocation.params.port);
    const { port } = invocation.params;
    await invocation.daemon({
      startIfMissing: true,
      ...(typeof port === "number" ? { port } : {}),
    });
    const { daemon } = await invocation.call("system/status", {});
    return outcome({ ...daemon, state: "started" }, port);
  },
};

function outcome(report: DaemonReport, port: unknown): Outcome {
  const isElsewhere = typeof port === "number" && report.port !== undefined && report.port !== port;
  return {
    value: report,
    text: () => daemonLine(report),
    ...(isElsewhere
      ? {
          warning: () =>
            `it runs on port ${report.port}; to move it: bsk daemon stop, bsk daemon start --port ${port}`,
        }
      : {}),
  };
}
