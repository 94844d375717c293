import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { errors } from "@bsk/core";
import { fieldsOf } from "../connection/fieldsOf.js";
import { localSocket } from "../connection/home.js";
import { installation } from "../connection/installation.js";
import { PrivateFile } from "../connection/PrivateFile.js";
import { privateFolder } from "../connection/privateFolder.js";
import { readKeeperConfig } from "./KeeperConfig.js";

/** What the private copy of the extension reads at its start. */
export interface Pairing {
  readonly port: number;
  readonly secret: string;
  readonly instance_id: string;
  readonly name: string;
}

/** The places of one managed browser, under `<home>/browsers/<name>`. */
export interface BrowserFolder {
  readonly folder: string;
  readonly extension: string;
  readonly profile: string;
  readonly socket: string;
}

/** The name has passed its schema (`^[a-z0-9-]{1,32}$`): it cannot leave the folder. */
export function browserFolder(home: string, name: string): BrowserFolder {
  const folder = join(home, "browsers", name);
  return {
    folder,
    extension: join(folder, "extension"),
    profile: join(folder, "profile"),
    socket: localSocket(folder, "keeper.sock"),
  };
}

/** The names under which browsers have a folder. */
export function browserNames(home: string): readonly string[] {
  try {
    return readdirSync(join(home, "browsers")).filter((name) => /^[a-z0-9-]{1,32}$/.test(name));
  } catch {
    return []; // no browser was ever started here
  }
}

/** What the browsers' own folders say of their pairings. */
export function lostPairings(
  home: string,
): readonly { readonly pairing: Omit<Pairing, "port">; readonly keepProfile: boolean }[] {
  return browserNames(home).flatMap((name) => {
    const { folder, extension } = browserFolder(home, name);
    const fields = fieldsOf(new PrivateFile(join(extension, "pairing.json")).read());
    const config = readKeeperConfig(new PrivateFile(join(folder, "keeper.json")).read());
    const secret = String(fields.get("secret"));
    const isOwn = config !== undefined && fields.get("instance_id") === config.instance_id;
    if (!isOwn || !/^[0-9a-f]{64}$/.test(secret)) return [];
    const pairing = { secret, instance_id: config.instance_id, name };
    return [{ pairing, keepProfile: config.keep_profile }];
  });
}

/** Puts port and secret into the browser's own copy of the extension. */
export function writePairing({ extension }: BrowserFolder, pairing: Pairing): void {
  const path = join(extension, "pairing.json");
  writeFileSync(path, JSON.stringify(pairing), { mode: 0o600 });
}

/** Makes the folders and the private copy. Throws `browser_start_failed` when the extension is not built. */
export function prepareFolder(places: BrowserFolder, pairing: Pairing): void {
  const built = installation().extensionFolder;
  if (!existsSync(join(built, "manifest.json"))) {
    throw errors.browserStartFailed(`the extension is not built (${built}).`, "npm run build");
  }
  privateFolder(places.folder);
  privateFolder(places.profile);
  rmSync(places.extension, { recursive: true, force: true });
  privateFolder(places.extension);
  cpSync(built, places.extension, { recursive: true });
  writePairing(places, pairing);
}

/** Whether the browser that was there before did not end in order: its recordings are in the profile. */
export function hasCrashed({ folder, profile }: BrowserFolder): boolean {
  const config = readKeeperConfig(new PrivateFile(join(folder, "keeper.json")).read());
  return config !== undefined && existsSync(profile);
}

/** Removes what a browser left; its profile only when it is not to be kept. */
export async function removeFolder(places: BrowserFolder, keepProfile: boolean): Promise<void> {
  const doomed = keepProfile ? places.extension : places.folder;
  // A browser that was killed can still write for a moment.
  await rm(doomed, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
