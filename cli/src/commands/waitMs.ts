import { errors } from "@bsk/core";
import type { CommandSpec } from "./CommandSpec.js";

export const waitMs: CommandSpec = {
  words: "wait-ms",
  summary: "Wait; needs no session and no daemon.",
  examples: ["bsk wait-ms 500ms", "bsk wait-ms 2s"],
  params: {
    type: "object",
    properties: {
      duration: {
        type: "integer",
        format: "duration",
        minimum: 0,
        maximum: 300_000,
        description: "500ms, 2s or 1m; a bare number is milliseconds.",
      },
    },
    required: ["duration"],
  },
  args: ["duration"],
  startsDaemon: false,
  run: async ({ params, host }) => {
    const ms = Number(params.duration);
    await sleep(ms, host.signal);
    return { value: { waited_ms: ms }, text: () => `waited ${ms}ms` };
  },
};

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(errors.cancelled("wait-ms"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", cancel);
      resolve();
    }, ms);
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}
