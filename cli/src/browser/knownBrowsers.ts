import { join } from "node:path";
import type { BrowserInfo } from "@bsk/schema";
import { isListening } from "../connection/openSocket.js";
import { PrivateFile } from "../connection/PrivateFile.js";
import { readPaired } from "../daemon/PairedBrowsers.js";
import type { Host } from "../Host.js";
import { browserFolder, browserNames } from "./browserFolder.js";
import { hasDisplay } from "./display.js";

/** What a daemon would find again: browsers that it launched and that run, and those that a person paired. */
export async function knownBrowsers(home: string): Promise<readonly BrowserInfo[]> {
  const paired = readPaired(new PrivateFile(join(home, "browsers.json")).read());
  const running = await runningNames(home);
  return paired
    .filter(({ kind, name }) => kind === "user" || running.includes(name))
    .map(({ instance_id: id, name, kind }) => ({ id, name, kind, state: "not_connected" }));
}

/** Also of a browser whose pairing is lost: its folder knows it. */
async function runningNames(home: string): Promise<readonly string[]> {
  const names = browserNames(home);
  const listening = await Promise.all(
    names.map((name) => isListening(browserFolder(home, name).socket)),
  );
  return names.filter((_, at) => listening[at]);
}

/** The first command where no daemon runs: whatever finds a known browser again, else what launches one. */
export async function firstCommand({ env, home }: Pick<Host, "env" | "home">): Promise<string> {
  const isKnown = (await runningNames(home)).length > 0 || (await knownBrowsers(home)).length > 0;
  return isKnown ? "bsk daemon start" : startBrowserCommand(env);
}

/** The command that launches a browser here. */
export function startBrowserCommand(env: Host["env"]): string {
  return hasDisplay(env) ? "bsk browser start" : "bsk browser start --headless";
}
