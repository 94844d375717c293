import { errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Call } from "./Call.js";
import type { DaemonState } from "./DaemonState.js";
import { describeBrowser } from "./describeBrowser.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import { closeSessions } from "./sessionActions.js";

const CLOSE_MS = 5_000;

const NO_SANDBOX = "Running as root: the browser runs without its sandbox (--no-sandbox).";
const RESUMED =
  "The browser of that name had ended without being told to: this one took up its profile, and its recordings are in the history.";

function warnings(resumes: boolean): string[] {
  const isRoot = process.getuid?.() === 0;
  return [...(isRoot ? [NO_SANDBOX] : []), ...(resumes ? [RESUMED] : [])];
}

/** Launches a managed browser. */
export async function startBrowser(
  state: DaemonState,
  params: ActionParams["browser/start"],
  { signal }: Call,
): Promise<ActionResults["browser/start"]> {
  const { browser, resumes } = await state.managed.start(params, signal);
  return { browser: describeBrowser(state, browser), warnings: warnings(resumes) };
}

function chooseManaged(
  state: DaemonState,
  nameOrId: string | undefined,
): PairedBrowser | undefined {
  const running = state.managed.running();
  if (nameOrId === undefined) {
    if (running.length <= 1) return running[0];
    const names = running.map(({ name }) => name);
    throw errors.invalidParams(
      `${running.length} managed browsers run: name one.`,
      { browsers: names },
      `bsk browser stop ${names[0]}`,
    );
  }
  const browser = state.paired.find(nameOrId);
  if (!browser) throw errors.browserNotFound(nameOrId);
  if (running.includes(browser)) return browser;
  throw errors.invalidParams(
    `Browser ${browser.name} was not started by bsk.`,
    undefined,
    "bsk browser list",
  );
}

/** Ends a managed browser, its sessions first, so that what they record is saved in a kept profile. */
export async function stopBrowser(
  state: DaemonState,
  params: ActionParams["browser/stop"],
): Promise<ActionResults["browser/stop"]> {
  const browser = chooseManaged(state, params.browser);
  if (!browser) return { stopped: [] };
  await closeSessions(state, state.sessions.of(browser.instance_id), CLOSE_MS);
  await state.managed.stop(browser);
  return { stopped: [browser.name] };
}
