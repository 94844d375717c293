import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type Arrival, follow } from "./arrive.js";
import type { DocumentLoad } from "./DocumentLoad.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 30_000;

/** Goes one step back in the tab's history. Throws `no_history_entry`. */
export const navigateBack: Verb<"page/navigate-back"> = (params, context) => {
  const { timeout_ms: ms = DEFAULT_MS, wait_until: step = "load" } = params;
  return follow(context, { ms, step, start: (attempt, load) => go(attempt, load, -1) });
};

/** Goes one step forward in the tab's history. Throws `no_history_entry`. */
export const navigateForward: Verb<"page/navigate-forward"> = (params, context) => {
  const { timeout_ms: ms = DEFAULT_MS, wait_until: step = "load" } = params;
  return follow(context, { ms, step, start: (attempt, load) => go(attempt, load, 1) });
};

/** Loads the page again; brings back one that crashed or hangs. */
export const reload: Verb<"page/reload"> = (params, context) => {
  const { timeout_ms: ms = DEFAULT_MS, wait_until: step = "load", hard = false } = params;
  return follow(context, {
    ms,
    step,
    start: async (attempt, load) => {
      const options = { deadlineMs: attempt.leftMs + 1 };
      await attempt.long("Page.reload", { ignoreCache: hard }, options);
      return await arrived(attempt, load);
    },
  });
};

async function go(attempt: Attempt, load: DocumentLoad, by: 1 | -1): Promise<Arrival> {
  const { currentIndex, entries } = await attempt.send("Page.getNavigationHistory");
  const entry = entries[currentIndex + by];
  if (!entry) throw errors.noHistoryEntry(by < 0 ? "back" : "forward");
  const options = { deadlineMs: attempt.leftMs + 1 };
  await attempt.long("Page.navigateToHistoryEntry", { entryId: entry.id }, options);
  return await arrived(attempt, load);
}

/** The browser does not say which document these lead to: its events do. */
async function arrived(attempt: Attempt, load: DocumentLoad): Promise<Arrival> {
  let isThere = false;
  const arrives = load.untilArrived().then(() => {
    isThere = true;
  });
  await attempt.pause(attempt.leftMs, arrives);
  if (!isThere) throw errors.cdpTimeout("Page.navigate", 0);
  return load.reached === "none" ? "unheard" : "heard";
}
