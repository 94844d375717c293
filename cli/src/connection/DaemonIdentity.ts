import { errors } from "@bsk/core";
import { fieldsOf } from "./fieldsOf.js";

/** The daemon's answer to `system/hello`, the first line of every connection. */
export interface DaemonIdentity {
  readonly protocol: string;
  readonly build: string;
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  /** Sessions that would be lost if this daemon were replaced. */
  readonly sessions: number;
}

const SHAPE: Readonly<Record<keyof DaemonIdentity, "string" | "number">> = {
  protocol: "string",
  build: "string",
  version: "string",
  pid: "number",
  port: "number",
  sessions: "number",
};

function isIdentity(value: unknown): value is DaemonIdentity {
  const fields = fieldsOf(value);
  return Object.entries(SHAPE).every(([name, type]) => typeof fields.get(name) === type);
}

/** Checks a hello's answer. A daemon of another minor may say more. */
export function readIdentity(value: unknown): DaemonIdentity {
  if (!isIdentity(value)) throw errors.malformedFrame("the daemon's answer to system/hello");
  return value;
}

/** The part of `major.minor` that both sides must share. */
export function major(protocol: string): string {
  return protocol.split(".", 1)[0] ?? "";
}
