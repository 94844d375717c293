import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PanelError } from "../messages.js";
import { type ReplayDraft, replayDraftOf, replayNeeds, replayOf } from "../model/replayDraft.js";
import { Failure, Notice } from "../parts/Notice.js";
import { TextField } from "../parts/TextField.js";
import { askRun, errorOf } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";

const MAX_CHARS = 16_384;

/** Sends a request like this one again, changed as a person wants. */
export function ReplayEditor({
  store,
  row,
  onDone,
}: {
  store: RunStore;
  row: RequestRow;
  onDone: () => void;
}): VNode {
  const key = useMemo(() => `page-${crypto.randomUUID()}`, []);
  const draft = useSignal<ReplayDraft>(replayDraftOf(row, undefined));
  const error = useSignal<PanelError | undefined>(undefined);
  const isBusy = useSignal(false);
  const needs = replayNeeds(row);
  useEffect(() => {
    void readBody(store, row).then((text) => {
      if (text !== undefined && !draft.value.isBodyTouched)
        draft.value = { ...draft.value, body: text };
    });
  }, []);
  const set = (change: Partial<ReplayDraft>): void => {
    draft.value = { ...draft.value, ...change };
  };
  const send = async (): Promise<void> => {
    const made = replayOf(row, draft.value, key);
    if (!made.ok) {
      error.value = { code: "invalid_replay", message: made.problem };
      return;
    }
    isBusy.value = true;
    try {
      const params = { id: row.id, replay: made.value };
      await askRun(store.runId, "debug/act", { name: "replay", params });
      await store.refresh();
      onDone();
    } catch (failure) {
      error.value = errorOf(failure);
    }
    isBusy.value = false;
  };
  const { url, method, headers, body } = draft.value;
  return (
    <form
      class="editor"
      aria-label="Edit and replay"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>Edit and replay</h3>
      <Notice tone="warn" text="This sends a new request and may change data on the server." />
      {needs.url ? (
        <Notice tone="warn" text="The recorded URL is not whole: give the complete one." />
      ) : null}
      {needs.body ? (
        <Notice tone="warn" text="The recorded body is not whole: give the complete one." />
      ) : null}
      <TextField label="URL" value={url} onInput={(value) => set({ url: value })} />
      <TextField label="Method" value={method} onInput={(value) => set({ method: value })} />
      <TextField
        isLong
        label="Headers to change, one a line"
        value={headers}
        onInput={(value) => set({ headers: value })}
      />
      <TextField
        isLong
        label="Body"
        placeholder={needs.body ? "" : "Untouched, the recorded body is sent as it is."}
        value={body}
        onInput={(value) => set({ body: value, isBodyTouched: true })}
      />
      <Failure error={error.value} />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy.value}>
          Send
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The recorded body where it is whole, short enough to edit, and may be sent again. */
async function readBody(store: RunStore, row: RequestRow): Promise<string | undefined> {
  if (row.request_body.replay_safe !== true) return undefined;
  const params = { id: row.id, part: "request", max_chars: MAX_CHARS } as const;
  const answer = await askRun(store.runId, "debug/request", params).catch(() => undefined);
  const body = answer?.request.request_body;
  return body?.next_offset === undefined ? body?.text : undefined;
}
