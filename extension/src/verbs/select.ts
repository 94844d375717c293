import { errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { effectsOn } from "./Effects.js";
import { callOn, type Handle, releaseAll } from "./Handle.js";
import { SELECT_OPTIONS, SELECTED_LABELS, type SelectOutcome } from "./page/selectOptions.js";
import { oneLine, quote } from "./quote.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
const LABEL_CHARS = 200;
/** Of each option that an error lists. */
const LISTED_CHARS = 60;

/** Chooses options of a `<select>`. The list of a select is the browser's own: no input of the page reaches it. */
export const select: Verb<"page/select"> = (params, context) => {
  const { target, value: values, timeout_ms: ms = DEFAULT_MS } = params;
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const choose = (handle: Handle, isDry: boolean): Promise<SelectOutcome> =>
      callOn<SelectOutcome>(attempt, handle, SELECT_OPTIONS, values, isDry);
    // Options that a page adds a moment later are worth the wait; what is no select is not.
    let missing: string | undefined;
    const check = async (handle: Handle): Promise<void> => {
      const outcome = await choose(handle, true);
      missing = outcome.kind === "not_found" ? outcome.value : undefined;
      if (missing === undefined) fail(outcome, { target, values, attempt });
    };
    const needs = { isEnabled: true, isHit: false };
    let { handle } = await untilActionable(attempt, target, { check, needs });
    while (missing !== undefined && attempt.leftMs > 0) {
      await attempt.pause(Math.min(100, attempt.leftMs + 1));
      handle = (await untilActionable(attempt, target, { check, needs })).handle;
    }
    const words = await describe(attempt, target, handle);
    const effects = await effectsOn(attempt, handle);
    let labels: readonly string[] = [];
    const report = await effects.during(handle, async () => {
      const outcome = await choose(handle, false);
      fail(outcome, { target, values, attempt });
      if (outcome.kind === "done") labels = outcome.labels;
    });
    if (!report.dialog) {
      // A select that the page took away holds nothing that could be read.
      const ask = (): Promise<readonly string[]> =>
        callOn<readonly string[]>(attempt, handle, SELECTED_LABELS);
      labels = await effects.afterwards(ask, labels);
      releaseAll(attempt, [handle.frame]);
    }
    const selected = labels.map((label) => oneLine(label, LABEL_CHARS, attempt.watch.secrets));
    return { did: `select ${words}`, selected, ...report };
  });
};

interface Asked {
  readonly target: string;
  readonly values: readonly string[];
  readonly attempt: Attempt;
}

function fail(outcome: SelectOutcome, { target, values, attempt }: Asked): void {
  switch (outcome.kind) {
    case "done":
      return;
    case "not_a_select":
      throw errors.notASelect(target, outcome.tag);
    case "too_many":
      throw errors.tooManyValues(target, values.length);
    case "not_found": {
      const labels = outcome.labels.map((label) =>
        quote(label, LISTED_CHARS, attempt.watch.secrets),
      );
      const more = outcome.more > 0 ? [`${outcome.more} more`] : [];
      const has = [...labels, ...more].join(", ");
      throw errors.optionNotFound(target, outcome.value, { has, session: attempt.context.session });
    }
  }
}
