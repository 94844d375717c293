import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { type Point, untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn, type Unchecked } from "./Effects.js";
import { listFrames } from "./frames.js";
import { callOn, findIn, type Handle, releaseAll } from "./Handle.js";
import { modifierBits } from "./keys.js";
import { END_WHEEL, HEAR_WHEEL } from "./page/inputSeen.js";
import { rootElement } from "./page/markup.js";
import { pageMetrics } from "./pageMetrics.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
/** A page that draws nothing does not answer the wheel, and turns all the same. */
const INPUT_MS = 1000;

/** Turns the wheel over an element, or over the middle of the viewport. */
export const wheel: Verb<"page/wheel"> = (params, context) => {
  const { target, delta_x: deltaX = 0, delta_y: deltaY = 0, timeout_ms: ms = DEFAULT_MS } = params;
  if (deltaX === 0 && deltaY === 0) {
    throw errors.invalidParams(
      "The wheel does not turn: give delta-x or delta-y, in CSS pixels.",
      undefined,
      `bsk wheel --delta-y 600 --session ${params.session}`,
    );
  }
  const modifiers = modifierBits(params.modifiers ?? []);
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const { handle, point } =
      target === undefined ? await middle(attempt) : await over(attempt, target);
    const words = target === undefined ? "the page" : await describe(attempt, target, handle);
    const effects = await effectsOn(attempt, handle);
    let unchecked: Unchecked | undefined;
    const report = await effects.during(handle, async () => {
      await callOn<void>(attempt, handle, HEAR_WHEEL);
      const turn = { type: "mouseWheel", ...point, deltaX, deltaY, modifiers } as const;
      const turned = attempt.long("Input.dispatchMouseEvent", turn, { deadlineMs: INPUT_MS });
      await turned.catch(() => attempt.throwIfEnded());
      const ask = (): Promise<boolean> => callOn<boolean>(attempt, handle, END_WHEEL);
      if (!(await effects.afterwards(ask, false))) unchecked = "not_heard";
    });
    releaseAll(attempt, [handle.frame]);
    return {
      did: `wheel ${deltaX},${deltaY} over ${words}`,
      ...report,
      ...(unchecked === undefined || effects.hasBegun ? {} : { unchecked }),
    };
  });
};

interface Place {
  readonly handle: Handle;
  readonly point: Point;
}

function over(attempt: Attempt, target: string): Promise<Place> {
  return untilActionable(attempt, target, { needs: { isEnabled: false, isHit: true } });
}

async function middle(attempt: Attempt): Promise<Place> {
  const [{ cssLayoutViewport: view }, [main]] = await Promise.all([
    pageMetrics(attempt),
    listFrames(attempt),
  ]);
  const handle = main && (await findIn(attempt, main, String(rootElement)));
  if (!handle) throw errors.documentEmpty(attempt.context.tabId, attempt.context.session);
  return { handle, point: { x: view.clientWidth / 2, y: view.clientHeight / 2 } };
}
