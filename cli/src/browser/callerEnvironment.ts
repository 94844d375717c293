import type { ActionParams } from "@bsk/schema";

/** What of an environment decides which browser starts, and on which display. */
const NAMES = [
  "CHROME_PATH",
  "DBUS_SESSION_BUS_ADDRESS",
  "DISPLAY",
  "PATH",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
] as const;

export type CallerEnvironment = NonNullable<ActionParams["browser/start"]["environment"]>;
type Environment = { readonly [name: string]: string | undefined };

/** The caller's, as it goes over the wire. */
export function callerEnvironment(env: Environment): CallerEnvironment {
  const entries = NAMES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return Object.fromEntries(entries);
}

/** A process's environment as the caller has it: what the caller lacks is taken out. */
export function asCaller(own: Environment, caller: CallerEnvironment | undefined): Environment {
  if (!caller) return own;
  const rest = Object.entries(own).filter(([name]) => !NAMES.some((known) => known === name));
  return { ...Object.fromEntries(rest), ...caller };
}
