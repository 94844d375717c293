import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { type Actionable, type Point, untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { type EffectReport, effectsOn, type Unchecked } from "./Effects.js";
import { callLater, callOn, releaseAll } from "./Handle.js";
import { requireSeen } from "./inputSeen.js";
import { type Modifier, modifierBits } from "./keys.js";
import { END_GUARD, GUARD_INPUT, type Guarded, IS_CONNECTED } from "./page/guardInput.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
/** A handler of the page may take its time; the input is answered when it is done. */
const INPUT_MS = 3500;
const MOVE_MS = 100;

type Button = "left" | "middle" | "right";

/** Clicks an element with the mouse, as a person would. */
export const click: Verb<"page/click"> = (params, context) => {
  const { target, button = "left", click_count: clicks = 1, modifiers = [] } = params;
  const ms = params.timeout_ms ?? DEFAULT_MS;
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    for (;;) {
      const found = await untilActionable(attempt, target);
      const words = await describe(attempt, target, found.handle);
      const result = await press(attempt, found, { button, clicks, modifiers });
      if (result !== "missed") return { did: `${verbFor(button, clicks)} ${words}`, ...result };
      if (attempt.leftMs === 0)
        throw errors.elementNotActionable(target, "moving", attempt.context.session);
    }
  });
};

function verbFor(button: Button, clicks: number): string {
  const times = clicks === 1 ? "click" : clicks === 2 ? "double-click" : "triple-click";
  return button === "left" ? times : `${button} ${times}`;
}

interface PressOptions {
  readonly button: Button;
  readonly clicks: number;
  readonly modifiers: readonly Modifier[];
}

/** One try; `missed` when something else came under the mouse, and nothing reached the page. */
async function press(
  attempt: Attempt,
  { handle, point, own }: Actionable,
  options: PressOptions,
): Promise<EffectReport | "missed"> {
  const effects = await effectsOn(attempt, handle);
  await callOn(attempt, handle, GUARD_INPUT, own.x, own.y);
  // Under a modal dialog the overlay covers nothing, and would take the click for a person's all the same.
  await attempt.context.overlay?.stepAside(point);
  let isMissed: boolean | undefined;
  let unchecked: Unchecked | undefined;
  try {
    const report = await effects.during(handle, async () => {
      const isThere = (): Promise<boolean> => callOn<boolean>(attempt, handle, IS_CONNECTED);
      const isPressed = await pressButton(attempt, point, { ...options, isThere });
      // When the document is gone with its guard, the click was what sent it away.
      const ask = (): Promise<Guarded | undefined> => callOn(attempt, handle, END_GUARD);
      const guarded = await effects.afterwards(ask, undefined);
      isMissed = guarded?.isMissed || !isPressed;
      if (isMissed || effects.hasBegun) return;
      unchecked = requireSeen(attempt, {
        sent: options.clicks,
        seen: guarded?.presses,
        isElsewhere: guarded?.isElsewhere === true,
      });
    });
    if (isMissed) return "missed";
    return { ...report, ...(unchecked === undefined ? {} : { unchecked }) };
  } finally {
    if (isMissed === undefined || effects.hasBegun) callLater(attempt, handle, END_GUARD);
    releaseAll(attempt, [handle.frame]);
  }
}

/** False, and nothing is pressed, when the move alone made the page take the element away. */
async function pressButton(
  attempt: Attempt,
  { x, y }: Point,
  { button, clicks, modifiers: held, isThere }: PressOptions & { isThere: () => Promise<boolean> },
): Promise<boolean> {
  const modifiers = modifierBits(held);
  const send = (type: "mouseMoved" | "mousePressed" | "mouseReleased", clickCount: number) =>
    [
      "Input.dispatchMouseEvent" as const,
      { type, x, y, clickCount, modifiers, ...(type === "mouseMoved" ? {} : { button }) },
      { deadlineMs: INPUT_MS },
    ] as const;
  // A page that draws nothing deals with moves only when something else comes.
  const moved = attempt.long(...send("mouseMoved", 0)).catch(() => {});
  await attempt.pause(MOVE_MS, moved);
  if (!(await isThere())) return false;
  for (let count = 1; count <= clicks; count += 1) {
    let isDown = true;
    try {
      await attempt.send(...send("mousePressed", count));
      isDown = false;
      await attempt.send(...send("mouseReleased", count));
    } finally {
      // Whatever ended this, a mouse that stays pressed would turn the next move into a drag.
      if (isDown) attempt.context.cdp.send(...send("mouseReleased", count)).catch(() => {});
    }
  }
  return true;
}
