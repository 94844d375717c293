import { errors, PROTOCOL } from "@bsk/core";
import { type DaemonIdentity, major } from "../connection/DaemonIdentity.js";
import { installation } from "../connection/installation.js";
import type { Handle } from "./Call.js";
import type { DaemonState } from "./DaemonState.js";

/** What a command of any protocol may ask: so that another version can look, and replace this daemon. */
const FOR_EVERYONE: ReadonlySet<string> = new Set(["daemon/stop", "system/status"]);
/** Names its build itself, which settles the protocol: a command costs one frame, not two. */
const UNGREETED = "cli/run";

function identify(state: DaemonState): DaemonIdentity {
  const { version, build } = installation();
  return {
    protocol: PROTOCOL,
    build,
    version,
    pid: process.pid,
    port: state.port(),
    sessions: state.sessions.all().length,
  };
}

/** One connection's handler: `system/hello` first, then everything if the protocol's major is ours. */
export function greeted(state: DaemonState, handle: Handle): Handle {
  let theirs: string | undefined;
  return async (method, params, call) => {
    if (method === "system/hello") {
      if (!("protocol" in params) || typeof params.protocol !== "string") {
        throw errors.malformedFrame("system/hello without a protocol");
      }
      theirs = params.protocol;
      return identify(state);
    }
    if (method === UNGREETED) return handle(method, params, call);
    if (theirs === undefined) throw errors.malformedFrame("system/hello comes first");
    if (major(theirs) !== major(PROTOCOL) && !FOR_EVERYONE.has(method)) {
      throw errors.protocolMismatch(theirs, PROTOCOL);
    }
    return handle(method, params, call);
  };
}
