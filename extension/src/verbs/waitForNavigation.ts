import { BskError } from "@bsk/core";
import { Attempt, DialogOpened } from "./Attempt.js";
import { askPage, reach, soFar } from "./arrive.js";
import { DocumentLoad } from "./DocumentLoad.js";
import { dialogOpened } from "./Effects.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 30_000;

/** Waits for a navigation that began since the latest action, or begins now. Not satisfied is no failure. */
export const waitForNavigation: Verb<"page/wait-for-navigation"> = (params, context) => {
  const { timeout_ms: ms = DEFAULT_MS, wait_until: step = "load" } = params;
  const startedAt = performance.now();
  return Attempt.run(context, ms, async (attempt) => {
    const { watch } = attempt;
    const load = new DocumentLoad({ takesAny: true });
    attempt.onEvent((event) => load.see(event));
    let isSatisfied = false;
    let dialog = {};
    try {
      const hasCome = watch.commits > watch.commitsBefore;
      if (hasCome && !watch.isNavigating && load.reached === "none") await askPage(attempt, load);
      await reach(attempt, load, step);
      isSatisfied = true;
      watch.commitsBefore = watch.commits;
    } catch (error) {
      if (error instanceof DialogOpened) dialog = dialogOpened(error.dialog);
      else if (!(error instanceof BskError) || error.code !== "cdp_timeout") throw error;
    }
    return {
      ...(await soFar(context, load, "")),
      satisfied: isSatisfied,
      waited_ms: Math.round(performance.now() - startedAt),
      ...dialog,
    };
  });
};
