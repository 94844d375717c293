import { BskError, errors } from "@bsk/core";
import type { ActionResults, BrowserInfo, DoctorCheck } from "@bsk/schema";
import { hasDisplay } from "../browser/display.js";
import { startBrowserCommand } from "../browser/knownBrowsers.js";
import type { Host } from "../Host.js";
import { failed, passed } from "./check.js";

type Status = ActionResults["system/status"];

/** Undefined, or why no browser could be launched here. */
export async function launchFault({ env }: Pick<Host, "env">): Promise<BskError | undefined> {
  // Loaded when needed: it pulls in chrome-launcher.
  const { findBrowser } = await import("../browser/findBrowser.js");
  try {
    findBrowser(undefined, env);
    return undefined;
  } catch (error) {
    if (error instanceof BskError) return error;
    throw error;
  }
}

/** A browser runs; where none does, one can be launched. */
export async function checkBrowser({ browsers }: Status, host: Host): Promise<DoctorCheck> {
  const name = "browser";
  const running = browsers.filter(
    (browser) => browser.state !== "not_connected" || isRunning(browser),
  );
  if (running.length > 0) return passed(name, running.map(labelOf).join(", "));
  const fault = await launchFault(host);
  if (fault) return failed(name, fault);
  const none = failed(name, errors.noBrowser(!hasDisplay(host.env)));
  const absent = browsers.map(labelOf).join(", ");
  return absent === "" ? none : { ...none, message: `${none.message} Paired: ${absent}.` };
}

function isRunning({ kind, pid }: BrowserInfo): boolean {
  return kind === "managed" && pid !== undefined;
}

function labelOf({ name, id, kind, state }: BrowserInfo): string {
  return `${name ?? id} (${kind}, ${state.replace("_", " ")})`;
}

/** Every launched browser answers through its extension, or at least one of the person's own does. */
export function checkExtension({ browsers }: Status, host: Host): DoctorCheck {
  const name = "extension";
  const connected = browsers.filter(({ state }) => state === "connected");
  const mute = browsers.find((browser) => isMute(browser, connected.length > 0));
  if (mute) {
    const error = errors.extensionNotConnected(mute.name ?? mute.id);
    return failed(name, error, mendHint(mute, host));
  }
  if (connected.length > 0) return passed(name, `${connected.length} connected`);
  const message = "a browser is starting; its extension has not said hello yet";
  return { name, state: "failed", code: "extension_not_connected", message, hint: "bsk doctor" };
}

/** A person's own browser that is closed or asleep keeps nobody from working in another one. */
function isMute(browser: BrowserInfo, hasOther: boolean): boolean {
  if (browser.state === "connected" || browser.state === "starting") return false;
  return browser.kind === "managed" ? isRunning(browser) : !hasOther;
}

/** A launched browser is started anew; bsk cannot end a person's own, but can launch one beside it. */
function mendHint({ kind, name, id }: BrowserInfo, host: Host): string {
  const label = /^[a-z0-9-]{1,32}$/.test(name ?? "") ? name : id;
  return kind === "managed" ? `bsk browser stop ${label}` : startBrowserCommand(host.env);
}
