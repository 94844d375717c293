import type { ActionResults } from "@bsk/schema";
import { hasDisplay } from "../browser/display.js";
import { installation } from "../connection/installation.js";
import type { DaemonState } from "./DaemonState.js";
import { describeBrowsers } from "./describeBrowser.js";
import { listSessions } from "./sessionActions.js";

function nextCommand(state: DaemonState): string | undefined {
  if (state.sessions.all().length > 0) return undefined;
  if (state.extensions.all().length > 0) return "bsk session start";
  if (state.paired.all().length > 0) return "bsk doctor";
  return hasDisplay(process.env) ? "bsk browser start" : "bsk browser start --headless";
}

/** `system/status`: the daemon, its browsers and sessions, and what to run next. */
export async function daemonStatus(state: DaemonState): Promise<ActionResults["system/status"]> {
  const { version, build } = installation();
  const next = nextCommand(state);
  return {
    daemon: {
      state: "running",
      pid: process.pid,
      version,
      build,
      port: state.port(),
      home: state.home,
      started_at: state.startedAt,
    },
    browsers: describeBrowsers(state),
    ...(await listSessions(state)),
    ...(next === undefined ? {} : { next }),
  };
}
