import { fieldsOf } from "../connection/fieldsOf.js";

/** What the daemon tells a keeper to launch and hold; `keeper.json` in the browser's folder. */
export interface KeeperConfig {
  readonly instance_id: string;
  readonly chrome_path: string;
  readonly headless: boolean;
  readonly cdp_port?: number;
  /** Everything of this browser; removed with it. */
  readonly folder: string;
  readonly extension_folder: string;
  readonly profile: string;
  readonly keep_profile: boolean;
  /** The profile is that of a browser that crashed: a start that fails leaves it. */
  readonly resumes: boolean;
  /** Where the keeper listens for the daemon. */
  readonly socket: string;
}

/** Undefined when it is not one. */
export function readKeeperConfig(value: unknown): KeeperConfig | undefined {
  const fields = fieldsOf(value);
  const text = (name: keyof KeeperConfig): string => String(fields.get(name));
  const names = ["instance_id", "chrome_path", "folder", "extension_folder", "profile", "socket"];
  if (!names.every((name) => typeof fields.get(name) === "string")) return undefined;
  const cdpPort = fields.get("cdp_port");
  return {
    instance_id: text("instance_id"),
    chrome_path: text("chrome_path"),
    headless: fields.get("headless") === true,
    folder: text("folder"),
    extension_folder: text("extension_folder"),
    profile: text("profile"),
    keep_profile: fields.get("keep_profile") === true,
    resumes: fields.get("resumes") === true,
    socket: text("socket"),
    ...(typeof cdpPort === "number" ? { cdp_port: cdpPort } : {}),
  };
}
