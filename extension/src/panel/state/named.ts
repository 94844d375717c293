import { shortId } from "@bsk/core";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { route } from "./route.js";

/** Whether the address names that record. */
export function isNamed(id: string): boolean {
  return shortId(id) === route.value.id;
}

/** What the element of a record carries, so that it is found and marked when the address names it. */
export function anchorOf(id: string): { readonly id: string; readonly "aria-current"?: "true" } {
  return { id: shortId(id), ...(isNamed(id) ? { "aria-current": "true" as const } : {}) };
}

/**
 * Brings the record that the address named when the view was opened into sight, once everything is drawn. What a
 * person chooses later is in sight already.
 */
export function useArrival(isDrawn: boolean): void {
  const named = useRef(route.value.id);
  useEffect(() => {
    const { current: id } = named;
    if (id === undefined || !isDrawn) return;
    named.current = undefined;
    if (route.value.id !== id) return; // another one was chosen while it was read
    document.getElementById(id)?.scrollIntoView();
    // Beside the row, or above it where there is no room: then it is what must be seen.
    document.querySelector(".detail-head")?.scrollIntoView({ block: "nearest" });
  });
}

/** How many rows of a long list are shown: `step` at first and more at each push, and all down to the named one. */
export function useShown(
  rows: readonly { readonly id: string }[],
  step: number,
): { readonly shown: number; readonly onMore: () => void } {
  const asked = useSignal(step);
  const shown = Math.max(asked.value, rows.findIndex(({ id }) => isNamed(id)) + 1);
  const onMore = (): void => {
    asked.value = shown + step;
  };
  return { shown, onMore };
}
