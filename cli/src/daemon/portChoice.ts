import { DEFAULT_PORT, errors } from "@bsk/core";
import { readDaemonRecord, readPort } from "../connection/daemonRecord.js";

function asked(text: string, source: string): number {
  const port = readPort(text);
  if (port === undefined) {
    throw errors.daemonStartFailed(
      `${source} is no port: ${JSON.stringify(text)}`,
      source === "BSK_PORT" ? "unset BSK_PORT" : undefined,
    );
  }
  return port;
}

/**
 * The ports to try in order: `--port`, BSK_PORT, the one that this home used last (its browsers look
 * there), the default. 0 means any, but first the last one.
 */
export function portsToTry(
  home: string,
  argv: readonly string[],
  env: { readonly [name: string]: string | undefined },
): readonly number[] {
  const at = argv.indexOf("--port");
  const { port: last } = readDaemonRecord(home);
  const fromEnv = env.BSK_PORT ? asked(env.BSK_PORT, "BSK_PORT") : undefined;
  const chosen = at === -1 ? fromEnv : asked(argv[at + 1] ?? "", "--port");
  if (chosen === 0 && last !== undefined) return [last, 0];
  return [chosen ?? last ?? DEFAULT_PORT];
}
