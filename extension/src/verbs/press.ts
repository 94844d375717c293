import { type CdpParams, errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn, type Unchecked } from "./Effects.js";
import { listFrames } from "./frames.js";
import { callOn, findIn, type Handle, releaseAll } from "./Handle.js";
import { requireSeen } from "./inputSeen.js";
import {
  type Combination,
  type Key,
  type Modifier,
  modifierBits,
  modifierKey,
  parseKeys,
} from "./keys.js";
import { focusedElement, TAKE_FOCUS } from "./page/focusElement.js";
import { COUNT_EVENTS, GOES_ELSEWHERE } from "./page/inputSeen.js";
import { SecretTyping } from "./SecretTyping.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
/** A handler of the page may take its time. */
const INPUT_MS = 3500;

/** Presses a key, or several at once, where the focus is. */
export const press: Verb<"page/press"> = (params, context) => {
  const { key: text, target, hold_ms: holdMs = 0, timeout_ms: ms = DEFAULT_MS } = params;
  const keys = parseKeys(text, params.modifiers);
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const handle = target === undefined ? await focused(attempt) : await given(attempt, target);
    const words = await describe(attempt, target ?? "", handle);
    const effects = await effectsOn(attempt, handle);
    const typing = new SecretTyping(attempt, handle);
    let unchecked: Unchecked | undefined;
    const report = await effects.during(handle, async () => {
      if (target !== undefined && !(await callOn<boolean>(attempt, handle, TAKE_FOCUS))) {
        throw errors.elementNotActionable(target, "not focusable", attempt.context.session);
      }
      await typing.expect(keys.key);
      const count = (): Promise<number> => callOn(attempt, handle, COUNT_EVENTS, ["keydown"]);
      const before = await count();
      const isElsewhere = await callOn<boolean>(attempt, handle, GOES_ELSEWHERE);
      await strike(attempt, keys, holdMs);
      const after = await effects.afterwards<number | undefined>(count, undefined);
      if (effects.hasBegun) return;
      const seen = after === undefined ? undefined : after - before;
      unchecked = requireSeen(attempt, { sent: 1, seen, isElsewhere });
    });
    if (!report.dialog) await effects.afterwards(() => typing.done(), undefined);
    releaseAll(attempt, [handle.frame]);
    const isHidden = typesSign(keys) && typing.isSecret;
    const name = isHidden ? "[redacted]" : nameOf(keys);
    const where = words.trim() === "" ? "" : ` in ${words.trim()}`; // keys reach the page without it
    return {
      did: `press ${name}${where}`,
      ...report,
      ...(unchecked === undefined ? {} : { unchecked }),
    };
  });
};

function nameOf({ modifiers, key }: Combination): string {
  return [...modifiers, key.key === " " ? "Space" : key.key].join("+");
}

/** It may be a part of a secret. */
function typesSign({ key: { text } }: Combination): boolean {
  return text !== undefined && text !== "\r";
}

/**
 * What a press is called before it is known where it goes: nothing, if it could be a part of a secret. Throws
 * `unknown_key`.
 */
export function keyBefore(text: string, held: readonly Modifier[] = []): string | undefined {
  const keys = parseKeys(text, held);
  return typesSign(keys) ? undefined : nameOf(keys);
}

async function given(attempt: Attempt, target: string): Promise<Handle> {
  const needs = { isEnabled: true, isHit: false };
  return (await untilActionable(attempt, target, { needs })).handle;
}

/** What has the focus in the main frame; a frame element where it is inside of one. */
async function focused(attempt: Attempt): Promise<Handle> {
  const [main] = await listFrames(attempt);
  const found = main && (await findIn(attempt, main, String(focusedElement)));
  if (!found) throw errors.documentEmpty(attempt.context.tabId, attempt.context.session);
  return found;
}

interface Stroke {
  readonly key: Key;
  /** Modifiers that are down with the key, and when it has come up. */
  readonly down: number;
  readonly up: number;
}

function strokes({ modifiers, key }: Combination): readonly Stroke[] {
  const bits = (count: number): number => modifierBits(modifiers.slice(0, count));
  const held = modifiers.map((modifier, index) => ({
    key: modifierKey(modifier),
    down: bits(index + 1),
    up: bits(index),
  }));
  const all = bits(modifiers.length);
  return [...held, { key, down: all, up: all }];
}

/** Presses and lets go; whatever ends this, no key stays down. */
async function strike(attempt: Attempt, keys: Combination, holdMs: number): Promise<void> {
  const down: Stroke[] = [];
  try {
    for (const stroke of strokes(keys)) {
      down.push(stroke);
      await attempt.send("Input.dispatchKeyEvent", hold(stroke), { deadlineMs: INPUT_MS });
    }
    if (holdMs > 0) await attempt.pause(holdMs);
    for (let last = down.at(-1); last; last = down.at(-1)) {
      await attempt.send("Input.dispatchKeyEvent", release(last), { deadlineMs: INPUT_MS });
      down.pop();
    }
  } finally {
    for (const stroke of down.reverse()) {
      // The page may be gone.
      attempt.context.cdp.send("Input.dispatchKeyEvent", release(stroke)).catch(() => {});
    }
  }
}

function hold({ key, down }: Stroke): CdpParams<"Input.dispatchKeyEvent"> {
  const { text } = key;
  if (text === undefined) return { type: "rawKeyDown", modifiers: down, ...fields(key) };
  return { type: "keyDown", modifiers: down, ...fields(key), text, unmodifiedText: text };
}

function release({ key, up }: Stroke): CdpParams<"Input.dispatchKeyEvent"> {
  return { type: "keyUp", modifiers: up, ...fields(key) };
}

function fields({
  key,
  code,
  keyCode,
  location,
}: Key): Omit<CdpParams<"Input.dispatchKeyEvent">, "type"> {
  const place = location === undefined ? {} : { location };
  return { key, code, windowsVirtualKeyCode: keyCode, ...place };
}
