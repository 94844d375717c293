import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { Effects } from "./Effects.js";
import { listFrames } from "./frames.js";
import { callOn, type Handle, releaseAll } from "./Handle.js";
import { DESCRIBE_FIELD, type FieldFacts } from "./page/describeField.js";
import { FILL_FAULT, type FillFault, FOCUS_AND_SELECT, HOLDS_VALUE } from "./page/fillField.js";
import { isSecret } from "./secretFacts.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
const INPUT_MS = 5000;
const DELETE_KEY = { key: "Delete", code: "Delete", windowsVirtualKeyCode: 46 } as const;

/** Replaces what a field holds by typing, and looks whether it is there. The focus stays in the field. */
export const fill: Verb<"page/fill"> = (params, context) => {
  const { target, value, timeout_ms: ms = DEFAULT_MS } = params;
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const check = async (handle: Handle): Promise<void> => {
      const fault = await callOn<FillFault | undefined>(attempt, handle, FILL_FAULT);
      if (fault !== undefined) throw errors.elementNotActionable(target, fault);
    };
    const { handle } = await untilActionable(attempt, target, { check });
    const facts = await callOn<FieldFacts>(attempt, handle, DESCRIBE_FIELD);
    if (isSecret(facts)) context.keepSecret(value);
    const words = await describe(attempt, target, handle);
    const [main] = await listFrames(attempt);
    const effects = new Effects(attempt, [handle.frame.frameId, main?.frameId ?? ""]);
    let isVerified = false;
    const report = await effects.during(handle, () => type(attempt, { target, value, handle }));
    if (!report.dialog) {
      // A field that the page took away, or formats in its own way, does not hold the value.
      isVerified = await callOn<boolean>(attempt, handle, HOLDS_VALUE, value).catch(() => false);
      attempt.throwIfEnded();
      releaseAll(attempt, [handle.frame]);
    }
    return { did: `fill ${words}`, verified: isVerified, ...report };
  });
};

interface Typing {
  readonly target: string;
  readonly value: string;
  readonly handle: Handle;
}

async function type(attempt: Attempt, { target, value, handle }: Typing): Promise<void> {
  const state = await callOn<string>(attempt, handle, FOCUS_AND_SELECT);
  if (state === "not focusable") throw errors.elementNotActionable(target, state);
  const deadline = { deadlineMs: INPUT_MS };
  if (value !== "") {
    await attempt.send("Input.insertText", { text: value }, deadline);
  } else if (state === "selected") {
    await attempt.send("Input.dispatchKeyEvent", { type: "keyDown", ...DELETE_KEY }, deadline);
    await attempt.send("Input.dispatchKeyEvent", { type: "keyUp", ...DELETE_KEY }, deadline);
  }
}
