import { errors } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { Attempt } from "./Attempt.js";
import { untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn } from "./Effects.js";
import { callOn, type Handle, releaseAll } from "./Handle.js";
import { LOSE_FOCUS, TAKE_FOCUS } from "./page/focusElement.js";
import type { Needs } from "./page/probe.js";
import type { Verb, VerbContext } from "./Verb.js";

const DEFAULT_MS = 4000;

interface Plan {
  readonly name: string;
  readonly target: string;
  readonly ms: number;
  readonly needs: Needs;
  readonly act: (attempt: Attempt, handle: Handle) => Promise<void>;
}

/** Gives an element the focus. Throws `element_not_actionable` when it does not take it. */
export const focus: Verb<"page/focus"> = ({ target, timeout_ms: ms = DEFAULT_MS }, context) =>
  carryOut(context, {
    name: "focus",
    target,
    ms,
    needs: { isEnabled: true, isHit: false },
    act: async (attempt, handle) => {
      const isTaken = await callOn<boolean>(attempt, handle, TAKE_FOCUS);
      if (!isTaken)
        throw errors.elementNotActionable(target, "not focusable", attempt.context.session);
    },
  });

/** Takes the focus from an element. */
export const blur: Verb<"page/blur"> = ({ target, timeout_ms: ms = DEFAULT_MS }, context) =>
  carryOut(context, {
    name: "blur",
    target,
    ms,
    needs: { isEnabled: false, isHit: false },
    act: (attempt, handle) => callOn<void>(attempt, handle, LOSE_FOCUS),
  });

/** Scrolls the page, and whatever scrolls in it, until an element is in sight. */
export const scrollTo: Verb<"page/scroll-to"> = ({ target, timeout_ms = DEFAULT_MS }, context) =>
  carryOut(context, {
    name: "scroll-to",
    target,
    ms: timeout_ms,
    needs: { isEnabled: false, isHit: false, isScrolled: true },
    act: async () => {}, // looking for it has scrolled there
  });

function carryOut(
  context: VerbContext,
  { name, target, ms, needs, act }: Plan,
): Promise<ActionResults["page/focus"]> {
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const { handle } = await untilActionable(attempt, target, { needs });
    const words = await describe(attempt, target, handle);
    const effects = await effectsOn(attempt, handle);
    const report = await effects.during(handle, () => act(attempt, handle));
    releaseAll(attempt, [handle.frame]);
    return { did: `${name} ${words}`, ...report };
  });
}
