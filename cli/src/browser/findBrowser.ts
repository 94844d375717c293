import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { errors } from "@bsk/core";
import { Launcher } from "chrome-launcher";

type Environment = { readonly [name: string]: string | undefined };

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "microsoft-edge",
  "msedge",
  "chrome",
];

/** What chrome-launcher does not look for. */
const PLACES: readonly string[] = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function chosen(path: string, source: string): string {
  if (isExecutable(path)) return path;
  const hint = source === "CHROME_PATH" ? "unset CHROME_PATH" : undefined;
  throw errors.browserStartFailed(`${source} names ${path}, which cannot be run.`, hint);
}

function installed(): readonly string[] {
  try {
    return Launcher.getInstallations();
  } catch {
    // Its way to say that there is none; PATH is still worth a look.
    return [];
  }
}

function onPath(env: Environment): readonly string[] {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
}

function installHint(): string {
  if (existsSync("/etc/debian_version")) return "apt-get install -y chromium";
  if (process.platform === "darwin") return "brew install --cask chromium";
  if (process.platform === "win32") return "winget install Google.Chrome";
  return "bsk browser start --chrome-path /path/to/chrome";
}

/** The browser to launch: `path`, CHROME_PATH, else one that is installed. Throws `browser_start_failed`. */
export function findBrowser(path: string | undefined, env: Environment): string {
  if (path !== undefined) return chosen(path, "--chrome-path");
  const preferred = env.CHROME_PATH;
  if (preferred) return chosen(preferred, "CHROME_PATH");
  const found = installed()[0] ?? [...onPath(env), ...PLACES].find(isExecutable);
  if (found === undefined) {
    throw errors.browserStartFailed("no Chromium, Chrome or Edge was found.", installHint());
  }
  return found;
}
