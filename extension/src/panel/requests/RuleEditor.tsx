import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { type EffectKind, type RuleDraft, ruleDraftOf, ruleOf } from "../model/ruleDraft.js";
import { Failure, Notice } from "../parts/Notice.js";
import { TextField } from "../parts/TextField.js";
import { askRun, errorOf } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";

export interface RuleEditorProps {
  readonly store: RunStore;
  readonly row: RequestRow;
  readonly kind: EffectKind;
  readonly onDone: () => void;
}

const TITLES: Readonly<Record<EffectKind, string>> = {
  modify: "Modify matching requests",
  mock: "Answer matching requests without the server",
  block: "Fail matching requests",
};

/** A rule for requests like this one, while the run is recorded. */
export function RuleEditor({ store, row, kind, onDone }: RuleEditorProps): VNode {
  const draft = useSignal<RuleDraft>(ruleDraftOf(row, kind));
  const error = useSignal<PanelError | undefined>(undefined);
  const isBusy = useSignal(false);
  const set = (change: Partial<RuleDraft>): void => {
    draft.value = { ...draft.value, ...change };
  };
  const save = async (): Promise<void> => {
    const made = ruleOf(draft.value);
    if (!made.ok) {
      error.value = { code: "invalid_rule", message: made.problem };
      return;
    }
    isBusy.value = true;
    try {
      await askRun(store.runId, "debug/act", { name: "rule_add", params: { rule: made.value } });
      await store.refresh();
      onDone();
    } catch (failure) {
      error.value = errorOf(failure);
    }
    isBusy.value = false;
  };
  const { url, method, name, isOnce } = draft.value;
  return (
    <form
      class="editor"
      aria-label={TITLES[kind]}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{TITLES[kind]}</h3>
      {row.integrity.url === "complete" ? null : (
        <Notice tone="warn" text="The recorded URL is not whole: give the complete one." />
      )}
      <TextField label="Name" value={name} onInput={(value) => set({ name: value })} />
      <TextField
        label="URL (* matches any part of path and query)"
        value={url}
        onInput={(value) => set({ url: value })}
      />
      <TextField label="Method" value={method} onInput={(value) => set({ method: value })} />
      <EffectFields draft={draft.value} set={set} />
      <fieldset>
        <legend>How often</legend>
        <label>
          <input
            type="radio"
            name="times"
            checked={isOnce}
            onChange={() => set({ isOnce: true })}
          />{" "}
          Once
        </label>
        <label>
          <input
            type="radio"
            name="times"
            checked={!isOnce}
            onChange={() => set({ isOnce: false })}
          />{" "}
          Until the capture stops
        </label>
      </fieldset>
      <Failure error={error.value} />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy.value}>
          Add rule
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function EffectFields({
  draft,
  set,
}: {
  draft: RuleDraft;
  set: (change: Partial<RuleDraft>) => void;
}): VNode | null {
  if (draft.kind === "block") return null;
  if (draft.kind === "modify") {
    return (
      <>
        <TextField
          isLong
          label="JSON edits"
          placeholder='{"rename": {"displayName": "name"}}'
          value={draft.json}
          onInput={(value) => set({ json: value })}
        />
        <TextField
          isLong
          label="Or the complete body"
          value={draft.body}
          onInput={(value) => set({ body: value })}
        />
      </>
    );
  }
  return (
    <>
      <TextField
        label="Status"
        value={draft.status}
        onInput={(value) => set({ status: value.trim() })}
      />
      <TextField
        isLong
        label="Headers, one a line"
        value={draft.headers}
        onInput={(value) => set({ headers: value })}
      />
      <TextField isLong label="Body" value={draft.body} onInput={(value) => set({ body: value })} />
      <TextField
        label="Delay in milliseconds"
        value={draft.delayMs}
        onInput={(value) => set({ delayMs: value.trim() })}
      />
    </>
  );
}
