import { join } from "node:path";
import { DEFAULT_PORT, errors } from "@bsk/core";
import { fieldsOf } from "../connection/fieldsOf.js";
import { PrivateFile } from "./PrivateFile.js";

const MAX_PORT = 65_535;

function readPort(value: unknown): number | undefined {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= MAX_PORT
    ? port
    : undefined;
}

function asked(text: string, source: string): number {
  const port = readPort(text);
  if (port === undefined)
    throw errors.daemonStartFailed(`${source} is no port: ${JSON.stringify(text)}`);
  return port;
}

function file(home: string): PrivateFile {
  return new PrivateFile(join(home, "daemon.json"));
}

function remembered(home: string): number | undefined {
  return readPort(fieldsOf(file(home).read()).get("port"));
}

/**
 * The ports to try in order: `--port`, BSK_PORT, the one that this home used last (its browsers look
 * there), the default. 0 means any, but first the last one.
 */
export function portsToTry(home: string, argv: readonly string[]): readonly number[] {
  const at = argv.indexOf("--port");
  const env = process.env.BSK_PORT;
  const last = remembered(home);
  const chosen =
    at === -1 ? (env ? asked(env, "BSK_PORT") : undefined) : asked(argv[at + 1] ?? "", "--port");
  if (chosen === 0 && last !== undefined) return [last, 0];
  return [chosen ?? last ?? DEFAULT_PORT];
}

/** The next daemon of this home listens there too. */
export function rememberPort(home: string, port: number): void {
  if (remembered(home) !== port) file(home).write({ port });
}
