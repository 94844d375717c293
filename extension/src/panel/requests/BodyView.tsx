import type { RequestRow } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { bodySentence, hasBodyGap } from "../model/words.js";
import { Block } from "../parts/Block.js";
import { Failure, Notice } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";

const PAGE_CHARS = 4096;

/** A body, 4096 characters at a time, with what is known of it. */
export function BodyView({
  store,
  row,
  part,
}: {
  store: RunStore;
  row: RequestRow;
  part: "request" | "response";
}): VNode {
  const offset = useSignal(0);
  const key = `${row.id} ${part} ${offset.value} ${row.sequence}`;
  const { value, error } = useReading(key, () =>
    askRun(store.runId, "debug/request", {
      id: row.id,
      part,
      offset: offset.value,
      max_chars: PAGE_CHARS,
    }),
  );
  const body = (value?.request ?? row)[`${part}_body`];
  const { text, chars = 0, next_offset: next } = body;
  const from = body.offset ?? 0;
  return (
    <>
      <Failure error={error} />
      {hasBodyGap(body) ? (
        <Notice tone="warn" text={bodySentence(body)} />
      ) : (
        <p class="muted">{bodySentence(body)}</p>
      )}
      {body.redacted ? <p class="muted">Secrets in it were replaced before storage.</p> : null}
      {text === undefined ? null : <Block label={`Text of the ${part} body`} text={text} />}
      {text !== undefined && (from > 0 || next !== undefined) ? (
        <div class="buttons pager">
          <button
            type="button"
            disabled={from === 0}
            onClick={() => {
              offset.value = Math.max(0, from - PAGE_CHARS);
            }}
          >
            Previous
          </button>
          <span role="status">
            {from.toLocaleString("en")}–{(from + text.length).toLocaleString("en")} of{" "}
            {chars.toLocaleString("en")}
          </span>
          <button
            type="button"
            disabled={next === undefined}
            onClick={() => {
              if (next !== undefined) offset.value = next;
            }}
          >
            Next
          </button>
        </div>
      ) : null}
    </>
  );
}
