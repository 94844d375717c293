import type { BskError } from "./BskError.js";
import { make } from "./make.js";

/** The daemon, browsers and pairing. */
export const daemonErrors: DaemonErrors = {
  browserExists: (name) =>
    make("browser_exists", 1)(`A managed browser named "${name}" is running.`, "bsk browser list", {
      name,
    }),
  browserNotFound: (name) =>
    make("browser_not_found", 1)(`No browser "${name}".`, "bsk browser list", { name }),
  browserStartFailed: (reason, hint) =>
    make("browser_start_failed", 3)(`The browser did not start: ${reason}`, hint),
  commandElsewhere: (why) =>
    make("command_elsewhere", 2)(`The command has to run in its own process: ${why}.`),
  daemonNotRunning: () =>
    make("daemon_not_running", 2)("No daemon is running.", "bsk daemon start"),
  daemonStartFailed: (reason, hint) =>
    make("daemon_start_failed", 2)(`The daemon did not start: ${reason}`, hint),
  daemonUnreachable: (reason) =>
    make("daemon_unreachable", 2)(`The daemon does not answer: ${reason}`, "bsk doctor"),
  extensionGone: (browser) =>
    make("extension_disconnected", 2)(
      `Browser ${browser} is not connected any more.`,
      "bsk doctor",
      { browser },
    ),
  extensionNotConnected: (browser) =>
    make("extension_not_connected", 2)(
      `Browser ${browser} runs, but its extension is not connected.`,
      "bsk doctor",
      { browser },
    ),
  multipleBrowsers: (names) =>
    make("multiple_browsers", 1)(
      `${names.length} browsers are connected.`,
      `bsk session start --browser ${names[0] ?? ""}`,
      { browsers: names },
    ),
  homeUnusable: (path, why, hint) =>
    make("home_unusable", 2)(`bsk cannot keep its state in ${path}: ${why}.`, hint, { path }),
  noBrowser: (headless) =>
    make("no_browser", 1)(
      "No browser is connected.",
      `bsk browser start${headless ? " --headless" : ""}`,
    ),
  notBuilt: (path, hint) =>
    make("not_built", 2)(`bsk is not built: ${path} is missing.`, hint, { path }),
  pairingBusy: () =>
    make("pairing_busy", 4)("Another `bsk pair` is waiting for its code.", "bsk pair"),
  pairingExpired: (ms) =>
    make("pairing_expired", 4)(
      `Nobody typed the code within ${Math.round(ms / 1000)} s.`,
      "bsk pair",
      { ms },
    ),
  pairingFailed: (reason) => make("pairing_failed", 2)(`Pairing failed: ${reason}`, "bsk pair"),
  pairingRefused: (tries) =>
    make("pairing_refused", 1)(
      `${tries} wrong codes were tried; this one cannot be used any more.`,
      "bsk pair",
      { tries },
    ),
  portTaken: (port, free) =>
    make("port_taken", 2)(
      `Port ${port} is used by another program, or by bsk under another BSK_HOME.`,
      free === undefined ? "BSK_PORT=0 bsk daemon start" : `bsk daemon start --port ${free}`,
      { port },
    ),
  protocolMismatch: (theirs, ours) =>
    make("protocol_mismatch", 5)(
      `The other side speaks protocol ${theirs}, this one ${ours}.`,
      "bsk daemon stop",
      { theirs, ours },
    ),
  stateBroken: (path) =>
    make("state_broken", 2)(
      `${path} is not JSON: a daemon starts without what it said.`,
      "bsk daemon start",
      { path },
    ),
};

export interface DaemonErrors {
  browserExists(name: string): BskError;
  browserNotFound(name: string): BskError;
  browserStartFailed(reason: string, hint?: string): BskError;
  commandElsewhere(why: string): BskError;
  daemonNotRunning(): BskError;
  daemonStartFailed(reason: string, hint?: string): BskError;
  daemonUnreachable(reason: string): BskError;
  extensionGone(browser: string): BskError;
  extensionNotConnected(browser: string): BskError;
  multipleBrowsers(names: readonly string[]): BskError;
  homeUnusable(path: string, why: string, hint: string): BskError;
  noBrowser(headless: boolean): BskError;
  notBuilt(path: string, hint: string): BskError;
  pairingBusy(): BskError;
  pairingExpired(ms: number): BskError;
  pairingFailed(reason: string): BskError;
  pairingRefused(tries: number): BskError;
  /** `free`: a port that nobody has now. */
  portTaken(port: number, free?: number): BskError;
  protocolMismatch(theirs: string, ours: string): BskError;
  stateBroken(path: string): BskError;
}
