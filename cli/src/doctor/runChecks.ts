import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { BskError, errors } from "@bsk/core";
import type { ActionResults, BrowserInfo, DoctorCheck } from "@bsk/schema";
import { hasDisplay } from "../browser/display.js";
import type { Invocation } from "../commands/CommandSpec.js";
import { daemonState } from "../commands/daemonState.js";
import type { Host } from "../Host.js";

type Status = ActionResults["system/status"];

/** From the ground up; what rests on a failed check is skipped. */
export async function runChecks(invocation: Invocation): Promise<DoctorCheck[]> {
  const home = await checkHome(invocation.host.home);
  if (home.state === "failed") return [home, ...skipped("home", "daemon", "browser", "extension")];
  const { check, status } = await checkDaemon(invocation);
  if (!status) return [home, check, ...skipped("daemon", "browser", "extension")];
  const browser = checkBrowser(status, invocation.host);
  if (browser.state === "failed") return [home, check, browser, ...skipped("browser", "extension")];
  return [home, check, browser, checkExtension(status.browsers)];
}

function skipped(because: string, ...names: readonly string[]): DoctorCheck[] {
  return names.map((name) => ({ name, state: "skipped", message: `rests on: ${because}` }));
}

function failed(name: string, { code, message, hint }: BskError): DoctorCheck {
  return { name, state: "failed", code, message, ...(hint === undefined ? {} : { hint }) };
}

/** The folder is there and ours, or can be made. */
async function checkHome(home: string): Promise<DoctorCheck> {
  const name = "home";
  try {
    const folder = await nearestFolder(home);
    await access(folder, constants.W_OK | constants.X_OK);
    const message = folder === home ? `${home} is usable` : `${home} will be made`;
    return { name, state: "ok", message };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ...failed(name, errors.fileUnwritable(home, reason)),
      hint: "BSK_HOME=$HOME/bsk-home bsk doctor",
    };
  }
}

async function nearestFolder(path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
    return path;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    return await nearestFolder(dirname(path));
  }
}

interface DaemonCheck {
  readonly check: DoctorCheck;
  readonly status?: Status;
}

async function checkDaemon(invocation: Invocation): Promise<DaemonCheck> {
  const name = "daemon";
  try {
    const status = await daemonState(invocation);
    if (!status) return { check: failed(name, errors.daemonNotRunning()) };
    const { pid, port, version } = status.daemon;
    return {
      check: { name, state: "ok", message: `pid ${pid}, port ${port}, version ${version}` },
      status,
    };
  } catch (error) {
    if (!(error instanceof BskError)) throw error;
    // Its own hint would be this command again.
    return { check: { ...failed(name, error), hint: "bsk daemon stop" } };
  }
}

function checkBrowser({ browsers }: Status, host: Host): DoctorCheck {
  const name = "browser";
  const running = browsers.filter(
    (browser) => browser.state !== "not_connected" || isRunning(browser),
  );
  if (running.length === 0) return failed(name, errors.noBrowser(!hasDisplay(host.env)));
  return { name, state: "ok", message: running.map(labelOf).join(", ") };
}

function isRunning({ kind, pid }: BrowserInfo): boolean {
  return kind === "managed" && pid !== undefined;
}

function labelOf({ name, id, kind, state }: BrowserInfo): string {
  return `${name ?? id} (${kind}, ${state.replace("_", " ")})`;
}

/** Every browser that runs must answer through its extension. */
function checkExtension(browsers: readonly BrowserInfo[]): DoctorCheck {
  const name = "extension";
  const connected = browsers.filter(({ state }) => state === "connected");
  const mute = browsers.find(
    (browser) => browser.state !== "connected" && browser.state !== "starting",
  );
  if (mute && (connected.length === 0 || mute.state === "silent")) {
    const label = mute.name ?? mute.id;
    return { ...failed(name, errors.extensionNotConnected(label)), hint: mendHint(mute) };
  }
  if (connected.length === 0) {
    const message = "a browser is starting; its extension has not said hello yet";
    return { name, state: "failed", code: "extension_not_connected", message, hint: "bsk doctor" };
  }
  return { name, state: "ok", message: `${connected.length} connected` };
}

/** A managed browser is started anew; in a person's own the extension is switched on by hand. */
function mendHint({ kind, name, id }: BrowserInfo): string {
  const label = /^[a-z0-9-]{1,32}$/.test(name ?? "") ? name : id;
  return kind === "managed" ? `bsk browser stop ${label}` : "bsk status";
}
