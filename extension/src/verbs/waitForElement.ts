import { BskError } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { Attempt, DialogOpened } from "./Attempt.js";
import { dialogOpened } from "./Effects.js";
import { callOn, releaseAll } from "./Handle.js";
import { isGone } from "./isGone.js";
import { locate } from "./locate.js";
import { IS_SEEN } from "./page/sight.js";
import { RefStore } from "./RefStore.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 10_000;
const POLL_MS = 100;

type Found = ActionResults["page/wait-for-element"]["found"];

/** Waits until an element is as asked. Not satisfied is no failure. */
export const waitForElement: Verb<"page/wait-for-element"> = (params, context) => {
  const {
    target,
    state = "visible",
    timeout_ms: ms = DEFAULT_MS,
    poll_ms: pollMs = POLL_MS,
  } = params;
  const startedAt = performance.now();
  const answer = (isSatisfied: boolean, found: Found) => ({
    satisfied: isSatisfied,
    found,
    waited_ms: Math.round(performance.now() - startedAt),
  });
  return Attempt.run(context, ms, async (attempt) => {
    let found: Found = "detached";
    try {
      await attempt.prepare();
      for (;;) {
        found = await look(attempt, target, state);
        if (isAsAsked(found, state)) return answer(true, found);
        if (attempt.leftMs === 0) return answer(false, found);
        await attempt.pause(Math.min(pollMs, attempt.leftMs + 1));
      }
    } catch (error) {
      if (!(error instanceof DialogOpened)) throw error;
      return { ...answer(false, found), ...dialogOpened(error.dialog) };
    }
  });
};

function isAsAsked(found: Found, asked: Found): boolean {
  if (asked === "attached") return found !== "detached";
  if (asked === "hidden") return found !== "visible";
  return found === asked;
}

/** Never `attached`: what is there is visible or hidden. Throws `ref_stale` where waiting for it makes no sense. */
async function look(attempt: Attempt, target: string, asked: Found): Promise<Found> {
  try {
    const { handle } = await locate(attempt, target);
    if (!handle) return "detached";
    const isSeen = await callOn<boolean>(attempt, handle, IS_SEEN);
    releaseAll(attempt, [handle.frame]);
    return isSeen ? "visible" : "hidden";
  } catch (error) {
    attempt.throwIfEnded();
    if (isGone(error)) return "detached"; // its document went away meanwhile
    const isKnown = attempt.context.refs.get(RefStore.parse(target) ?? "") !== undefined;
    const isStale = error instanceof BskError && error.code === "ref_stale";
    if (isStale && isKnown && (asked === "detached" || asked === "hidden")) return "detached";
    throw error;
  }
}
