import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn } from "./Effects.js";
import { callOn, type Handle, releaseAll } from "./Handle.js";
import { DESCRIBE_FIELD, type FieldFacts } from "./page/describeField.js";
import {
  FILL_FAULT,
  type FillFault,
  type FillWay,
  FOCUS_AND_SELECT,
  HOLDS_VALUE,
  SET_VALUE,
} from "./page/fillField.js";
import { isSecret } from "./secretFacts.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
const INPUT_MS = 3500;
const HELD_CHARS = 256;
const DELETE_KEY = { key: "Delete", code: "Delete", windowsVirtualKeyCode: 46 } as const;

/** Replaces what a field holds by typing, and looks whether it is there. The focus stays in the field. */
export const fill: Verb<"page/fill"> = (params, context) => {
  const { target, value, no_clear: isKept = false, timeout_ms: ms = DEFAULT_MS } = params;
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    let way: FillWay = "type";
    const check = async (handle: Handle): Promise<void> => {
      const found = await callOn<FillFault | FillWay>(attempt, handle, FILL_FAULT);
      way = wayOf(found, target, context.session);
    };
    const { handle } = await untilActionable(attempt, target, { check });
    const facts = await callOn<FieldFacts>(attempt, handle, DESCRIBE_FIELD);
    if (isSecret(facts)) {
      attempt.watch.secrets.add(value);
      if (isKept) attempt.watch.secrets.add(facts.value + value);
    }
    const words = await describe(attempt, target, handle);
    const effects = await effectsOn(attempt, handle);
    const isTyped = way === "type";
    const report = await effects.during(handle, () =>
      isTyped
        ? type(attempt, { target, value, handle, isKept })
        : callOn<void>(attempt, handle, SET_VALUE, value),
    );
    let isVerified = false;
    let held: string | undefined;
    if (!report.dialog) {
      // A field that the page took away, or formats in its own way, does not hold the value.
      const ask = (): Promise<boolean> =>
        callOn<boolean>(attempt, handle, HOLDS_VALUE, value, isKept && isTyped);
      isVerified = await effects.afterwards(ask, false);
      if (!isVerified && !isSecret(facts)) {
        const look = (): Promise<FieldFacts> => callOn(attempt, handle, DESCRIBE_FIELD);
        held = (await effects.afterwards<FieldFacts | undefined>(look, undefined))?.value;
      }
      releaseAll(attempt, [handle.frame]);
    }
    const holds = held === undefined ? {} : { holds: attempt.watch.text(held, HELD_CHARS) };
    return { did: `fill ${words}`, verified: isVerified, ...holds, ...report };
  });
};

function wayOf(found: FillFault | FillWay, target: string, session: string): FillWay {
  if (typeof found === "string") return found;
  const { what, verb } = found;
  if (what === "read-only") throw errors.elementNotActionable(target, what, session);
  throw errors.notFillable(target, what, verb);
}

interface Typing {
  readonly target: string;
  readonly value: string;
  readonly handle: Handle;
  /** What the field holds stays, and this comes behind it. */
  readonly isKept: boolean;
}

async function type(attempt: Attempt, { target, value, handle, isKept }: Typing): Promise<void> {
  const state = await callOn<string>(attempt, handle, FOCUS_AND_SELECT, isKept);
  if (state === "not focusable")
    throw errors.elementNotActionable(target, state, attempt.context.session);
  const deadline = { deadlineMs: INPUT_MS };
  if (value !== "") {
    await attempt.send("Input.insertText", { text: value }, deadline);
  } else if (state === "selected") {
    await attempt.send("Input.dispatchKeyEvent", { type: "keyDown", ...DELETE_KEY }, deadline);
    await attempt.send("Input.dispatchKeyEvent", { type: "keyUp", ...DELETE_KEY }, deadline);
  }
}
