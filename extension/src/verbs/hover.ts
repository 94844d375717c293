import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { type Actionable, untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn } from "./Effects.js";
import { callOn, releaseAll } from "./Handle.js";
import { requireSeen } from "./inputSeen.js";
import { modifierBits } from "./keys.js";
import { IS_HOVERED } from "./page/focusElement.js";
import { COUNT_EVENTS } from "./page/inputSeen.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
const SETTLE_MS = 200;
const INPUT_MS = 1000;
/** A mouse that comes onto an element makes both, unless it comes from outside of the page. */
const MOVES = ["pointerover", "pointerout"] as const;

/** Moves the mouse onto an element, and waits for what the page shows then. */
export const hover: Verb<"page/hover"> = (params, context) => {
  const { target, timeout_ms: ms = DEFAULT_MS, settle_ms: settleMs = SETTLE_MS } = params;
  const modifiers = modifierBits(params.modifiers ?? []);
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    let before: number | undefined;
    for (;;) {
      const needs = { isEnabled: false, isHit: true };
      const found = await untilActionable(attempt, target, { needs });
      const words = await describe(attempt, target, found.handle);
      const effects = await effectsOn(attempt, found.handle);
      const count = (): Promise<number> => callOn(attempt, found.handle, COUNT_EVENTS, MOVES);
      before ??= await count();
      let isThere = true;
      const report = await effects.during(found.handle, async () => {
        await moveOnto(attempt, found, modifiers);
        const ask = (): Promise<boolean> => callOn<boolean>(attempt, found.handle, IS_HOVERED);
        isThere = await effects.afterwards(ask, true);
        if (isThere) await attempt.pause(settleMs);
      });
      const seen = isThere || attempt.leftMs > 0 ? 1 : (await count()) - before;
      releaseAll(attempt, [found.handle.frame]);
      if (isThere) return { did: `hover ${words}`, ...report };
      if (attempt.leftMs > 0) continue;
      requireSeen(attempt, { sent: 1, seen, isElsewhere: false });
      throw errors.elementNotActionable(target, "not under the mouse", attempt.context.session);
    }
  });
};

async function moveOnto(
  attempt: Attempt,
  { point: { x, y } }: Actionable,
  modifiers: number,
): Promise<void> {
  const move = { type: "mouseMoved", x, y, modifiers } as const;
  // A page that draws nothing answers a move only when something else comes, and has seen it all the same.
  const moved = attempt.long("Input.dispatchMouseEvent", move, { deadlineMs: INPUT_MS });
  await moved.catch(() => attempt.throwIfEnded());
}
