import { errors } from "@bsk/core";
import { hasDisplay } from "../browser/display.js";
import type { DaemonState } from "./DaemonState.js";
import type { Extension } from "./Extension.js";

/**
 * After its start a daemon waits this long for browsers that it knows: their extensions notice a new
 * daemon only at their next try.
 */
const GRACE_MS = 12_000;

/** How much longer a browser that is known and not connected is waited for, in ms. */
export function graceLeft({ startedAt }: DaemonState): number {
  return startedAt + GRACE_MS - Date.now();
}

/** The browser's connection. Throws `extension_not_connected`. */
export async function connectionOf(
  state: DaemonState,
  instanceId: string,
  signal: AbortSignal,
): Promise<Extension> {
  const extension = await state.extensions.waitFor(instanceId, graceLeft(state), signal);
  if (extension) return extension;
  if (signal.aborted) throw errors.cancelled("Waiting for the browser");
  throw errors.extensionNotConnected(state.paired.get(instanceId)?.name ?? instanceId);
}

/** The browser for a new session: the named one, else the only one. Throws what to do instead. */
export async function chooseBrowser(
  state: DaemonState,
  nameOrId: string | undefined,
  signal: AbortSignal,
): Promise<Extension> {
  if (nameOrId !== undefined) {
    const browser = state.paired.find(nameOrId);
    if (!browser) throw errors.browserNotFound(nameOrId);
    return connectionOf(state, browser.instance_id, signal);
  }
  const all = state.extensions.all();
  const alive = all.filter((extension) => extension.state === "connected");
  // One that is silent is still tried when there is no other.
  const connected = alive.length > 0 ? alive : all;
  const [only, another] = connected;
  if (another) throw errors.multipleBrowsers(connected.map(({ browser }) => browser.name));
  if (only) return only;
  const known = [...state.managed.running(), ...state.paired.all()][0];
  if (known) return connectionOf(state, known.instance_id, signal);
  throw errors.noBrowser(!hasDisplay(process.env));
}
