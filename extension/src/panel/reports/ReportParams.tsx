import type { VNode } from "preact";
import { parametersOf } from "../state/features.js";

/** What a person chose; undefined or empty: the analyzer's own default. */
export interface ReportChoice {
  readonly url: string;
  readonly slowMs: number | undefined;
  readonly isControlled: boolean;
}

export const NO_CHOICE: ReportChoice = { url: "", slowMs: undefined, isControlled: false };

/** The few parameters that the built-in analyzers share, where this one takes them. */
export function ReportParams({
  name,
  choice,
  onChange,
}: {
  name: string;
  choice: ReportChoice;
  onChange: (choice: ReportChoice) => void;
}): VNode | null {
  const taken = new Set(parametersOf(name));
  if (!taken.has("url") && !taken.has("slow_ms") && !taken.has("include_controlled")) return null;
  return (
    <div class="toolbar">
      {taken.has("url") ? (
        <label>
          URL holds
          <input
            type="search"
            placeholder="/api/"
            value={choice.url}
            onInput={({ currentTarget }) => onChange({ ...choice, url: currentTarget.value })}
          />
        </label>
      ) : null}
      {taken.has("slow_ms") ? (
        <label>
          Slow from, ms
          <input
            type="number"
            min={0}
            max={60000}
            placeholder="1000"
            value={choice.slowMs ?? ""}
            onInput={({ currentTarget }) =>
              onChange({ ...choice, slowMs: wholeNumber(currentTarget.value) })
            }
          />
        </label>
      ) : null}
      {taken.has("include_controlled") ? (
        <label>
          <input
            type="checkbox"
            checked={choice.isControlled}
            onChange={({ currentTarget }) =>
              onChange({ ...choice, isControlled: currentTarget.checked })
            }
          />{" "}
          With requests that a rule or replay touched
        </label>
      ) : null}
    </div>
  );
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}
