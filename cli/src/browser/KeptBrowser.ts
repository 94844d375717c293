import { fieldsOf } from "../connection/fieldsOf.js";

/** A running managed browser, as its keeper introduces it on its socket. */
export interface KeptBrowser {
  readonly instance_id: string;
  readonly keeper_pid: number;
  readonly pid: number;
  /** The id that the browser gave to the loaded extension. */
  readonly extension_id: string;
  readonly product: string;
  readonly headless: boolean;
  readonly profile: string;
  readonly cdp_port?: number;
}

const TEXT = ["instance_id", "extension_id", "product", "profile"];
const NUMBERS = ["keeper_pid", "pid"];

/** Undefined when it is not one. */
export function readKeptBrowser(value: unknown): KeptBrowser | undefined {
  const fields = fieldsOf(value);
  if (!TEXT.every((name) => typeof fields.get(name) === "string")) return undefined;
  if (!NUMBERS.every((name) => typeof fields.get(name) === "number")) return undefined;
  const cdpPort = fields.get("cdp_port");
  return {
    instance_id: String(fields.get("instance_id")),
    keeper_pid: Number(fields.get("keeper_pid")),
    pid: Number(fields.get("pid")),
    extension_id: String(fields.get("extension_id")),
    product: String(fields.get("product")),
    headless: fields.get("headless") === true,
    profile: String(fields.get("profile")),
    ...(typeof cdpPort === "number" ? { cdp_port: cdpPort } : {}),
  };
}
