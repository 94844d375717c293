import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { EffectKind } from "../model/ruleDraft.js";
import { hasCommand } from "../state/features.js";
import type { RunStore } from "../state/RunStore.js";
import { ReplayEditor } from "./ReplayEditor.js";
import { RuleEditor } from "./RuleEditor.js";

const EDITORS: readonly (readonly [Editor, string])[] = [
  ["modify", "Modify request"],
  ["mock", "Mock response"],
  ["block", "Block request"],
  ["replay", "Edit & replay"],
];
type Editor = EffectKind | "replay";
/** One opening of an editor: the same one opened again is another. */
interface Opening {
  readonly name: Editor;
}

/** What can be done with a request while its run is recorded; nothing afterwards. */
export function RequestActions({ store, row }: { store: RunStore; row: RequestRow }): VNode | null {
  const open = useSignal<Opening | undefined>(undefined);
  const offered = EDITORS.filter(([name]) => hasCommand(name === "replay" ? "replay" : "rule_add"));
  if (!store.isLive || offered.length === 0) return null;
  const opening = open.value;
  const chosen = opening?.name;
  const close = (): void => {
    // An editor that was left while it sent must not close the one that is open by then.
    if (open.value === opening) open.value = undefined;
  };
  return (
    <div class="actions">
      <div class="buttons">
        {offered.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-expanded={chosen === name}
            onClick={() => {
              open.value = chosen === name ? undefined : { name };
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {chosen === "replay" ? <ReplayEditor store={store} row={row} onDone={close} /> : null}
      {chosen !== undefined && chosen !== "replay" ? (
        <RuleEditor key={chosen} store={store} row={row} kind={chosen} onDone={close} />
      ) : null}
    </div>
  );
}
