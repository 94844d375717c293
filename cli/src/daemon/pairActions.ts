import { errors, groupPairingCode } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Call } from "./Call.js";
import type { DaemonState } from "./DaemonState.js";
import { describeBrowser } from "./describeBrowser.js";
import { forgetBrowser } from "./forgetBrowser.js";
import { closeSessions } from "./sessionActions.js";

const TELL_EVERY_MS = 1_000;
const CLOSE_MS = 5_000;

/** Opens path `/pair` for one code. */
export function startPairing(
  state: DaemonState,
  { name }: ActionParams["pair/start"],
): ActionResults["pair/start"] {
  const window = state.pairing.start(name);
  return { code: groupPairingCode(window.code), port: state.port(), window_ms: window.msLeft };
}

/** How the pairing ends. A caller that goes away takes the code with it. */
export async function waitForPairing(
  state: DaemonState,
  { signal, onProgress }: Call,
): Promise<ActionResults["pair/wait"]> {
  const window = state.pairing.current;
  if (!window) throw errors.pairingFailed("no code is waited for.");
  const tell = (): void => {
    const left = Math.ceil(window.msLeft / 1_000);
    const text = window.isOpen
      ? `waiting for the code: ${left} s and ${window.triesLeft} tries left`
      : "the code was right; waiting for the browser to connect";
    onProgress({ text });
  };
  const timer = setInterval(tell, TELL_EVERY_MS);
  const cancel = (): void => window.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const end = await window.ended;
    if (end.kind === "failed") throw end.error;
    return { browser: describeBrowser(state, end.browser) };
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", cancel);
  }
}

/** Unpairs a browser of the person's own. */
export async function forget(
  state: DaemonState,
  { browser: nameOrId }: ActionParams["browser/forget"],
): Promise<ActionResults["browser/forget"]> {
  const browser = state.paired.find(nameOrId);
  if (!browser) throw errors.browserNotFound(nameOrId);
  if (browser.kind === "managed") {
    throw errors.invalidParams(
      `Browser ${browser.name} was started by bsk: it is forgotten when it stops.`,
      undefined,
      `bsk browser stop ${browser.name}`,
    );
  }
  await closeSessions(state, state.sessions.of(browser.instance_id), CLOSE_MS);
  forgetBrowser(state, browser);
  return { forgotten: browser.name };
}
