import { BskError } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import type { Invocation } from "./CommandSpec.js";

type Status = ActionResults["system/status"];

/** What the daemon says of itself; undefined where none runs. None is started. */
export async function daemonState({ call, daemon }: Invocation): Promise<Status | undefined> {
  try {
    await daemon({ startIfMissing: false });
  } catch (error) {
    if (error instanceof BskError && error.code === "daemon_not_running") return undefined;
    throw error;
  }
  return await call("system/status", {});
}
