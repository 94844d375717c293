import { validateResult } from "@bsk/schema";
import type { DaemonClient } from "../../dist/connection/DaemonClient.js";

/** The id of a session that is open now. */
export async function startSession(client: DaemonClient, params: object = {}): Promise<string> {
  const result = await client.call("session/start", params);
  if (!validateResult["session/start"](result)) throw new Error("not a session");
  return result.session.id;
}

/** The ids of the sessions that are open. */
export async function listSessions(client: DaemonClient): Promise<readonly string[]> {
  const result = await client.call("session/list", {});
  if (!validateResult["session/list"](result)) throw new Error("not a list");
  return result.sessions.map(({ id }) => id);
}
