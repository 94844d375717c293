import { errors } from "@bsk/core";
import { type ActionParams, type ActionResults, validateResult } from "@bsk/schema";
import type { Call } from "./Call.js";
import type { DaemonState } from "./DaemonState.js";
import { describeBrowser } from "./describeBrowser.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import { closeSessions } from "./sessionActions.js";

const CLOSE_MS = 5_000;
const RUNS_MS = 2_000;

const NO_SANDBOX = "Running as root: the browser runs without its sandbox (--no-sandbox).";
const RESUMED =
  "The browser of that name had ended without being told to: this one took up its profile. What it recorded belongs to sessions that are gone, and no command reads it: a person does, on the extension's evidence page, History.";
const NO_WINDOW =
  "This browser has no window. Where there is a display: bsk browser stop NAME, then bsk browser start --name NAME --keep-profile, and click the bsk icon.";

const RUNNING =
  "It runs already; nothing was started. For another one beside it: bsk browser start --name NAME";

/** Whoever starts a second one has to name it from then on. */
function several(state: DaemonState, { name }: PairedBrowser): string[] {
  const count = state.extensions.all().length;
  if (count < 2) return [];
  return [`${count} browsers are connected now: bsk session start --browser ${name}`];
}

/** Launches a managed browser. */
export async function startBrowser(
  state: DaemonState,
  params: ActionParams["browser/start"],
  { signal }: Call,
): Promise<ActionResults["browser/start"]> {
  const { browser, isRunning, resumes } = await state.managed.start(params, signal);
  const isRoot = process.getuid?.() === 0;
  const warnings = [
    ...(isRoot && !isRunning ? [NO_SANDBOX] : []),
    ...(resumes ? [RESUMED] : []),
    ...(resumes && params.headless ? [NO_WINDOW.replaceAll("NAME", browser.name)] : []),
    ...(isRunning ? [RUNNING] : []),
    ...several(state, browser),
  ];
  return { browser: describeBrowser(state, browser), warnings };
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
  const sessions = state.sessions.of(browser.instance_id);
  const runs = await Promise.all(sessions.map((session) => runsOf(state, browser, session)));
  await closeSessions(state, sessions, CLOSE_MS);
  await state.managed.stop(browser);
  const known = runs.filter((ids) => ids !== undefined).flat();
  return {
    stopped: [browser.name],
    sessions: [...sessions],
    ...(runs.includes(undefined) ? {} : { run_ids: known }),
    profile_kept: browser.keep_profile === true,
  };
}

/** What a session has recorded; undefined where its browser does not say so at once. */
async function runsOf(
  { extensions }: DaemonState,
  { instance_id: id }: PairedBrowser,
  session: string,
): Promise<readonly string[] | undefined> {
  try {
    const options = { deadlineMs: RUNS_MS };
    const answer = await extensions.get(id)?.call("debug/status", { session }, options);
    return validateResult["debug/status"](answer) ? answer.runs.map((run) => run.id) : undefined;
  } catch {
    return undefined; // it is stopped all the same
  }
}
