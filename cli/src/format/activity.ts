import { milliseconds } from "@bsk/core";
import type { ActionResults, Activity } from "@bsk/schema";
import { oneLine } from "./printable.js";
import { clock } from "./units.js";

/** `running c3 page/click for 1200ms since 12:04:31.220`, or `idle`. */
function activityLine({ state, command_id, method, started_at, elapsed_ms }: Activity): string {
  if (command_id === undefined || started_at === undefined) return state;
  const since = `for ${milliseconds(elapsed_ms)} since ${clock(started_at)}`;
  return oneLine(`${state} ${command_id} ${method ?? "-"} ${since}`);
}

export function formatActivity({ activity }: ActionResults["debug/activity"]): string {
  return activityLine(activity);
}

/** What was waited for does not run any more, or still does; then what runs now. */
export function formatWait({ activity, wait_complete }: ActionResults["debug/wait"]): string {
  return `${wait_complete ? "complete" : "timed out"}  now ${activityLine(activity)}`;
}
