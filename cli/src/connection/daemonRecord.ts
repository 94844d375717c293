import { join } from "node:path";
import { fieldsOf } from "./fieldsOf.js";
import { PrivateFile } from "./PrivateFile.js";

const MAX_PORT = 65_535;

/** What a home remembers of the daemon that served it last. */
export interface DaemonRecord {
  /** Of the extension's socket: the browsers look there. */
  readonly port?: number;
  /** Of the process that claimed the home's socket. */
  readonly pid?: number;
}

/** A port as text or number; undefined when it is none. */
export function readPort(value: unknown): number | undefined {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= MAX_PORT
    ? port
    : undefined;
}

function file(home: string): PrivateFile {
  return new PrivateFile(join(home, "daemon.json"));
}

export function readDaemonRecord(home: string): DaemonRecord {
  const fields = fieldsOf(file(home).read());
  const port = readPort(fields.get("port"));
  const pid = fields.get("pid");
  return {
    ...(port === undefined ? {} : { port }),
    ...(typeof pid === "number" && Number.isInteger(pid) && pid > 1 ? { pid } : {}),
  };
}

/** For the next daemon of this home, and for whoever must end this one when it hangs. */
export function writeDaemonRecord(home: string, record: Required<DaemonRecord>): void {
  file(home).write(record);
}
