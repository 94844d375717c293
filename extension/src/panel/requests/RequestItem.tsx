import { isFailure, shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import type { VNode } from "preact";
import { type Mark, marksOf, statusOf } from "../model/requests.js";
import { bytes, clock, duration } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { MarkList } from "../parts/MarkList.js";
import { useSight } from "../parts/useSight.js";

const OVERTAKEN: Mark = { text: "overtaken", tone: "warn" };

/** One request as a row that opens it. */
export function RequestItem({
  row,
  isOvertaken,
  isChosen,
  onChoose,
}: {
  row: RequestRow;
  isOvertaken: boolean;
  isChosen: boolean;
  onChoose: () => void;
}): VNode {
  const size = row.transfer_bytes ?? row.decoded_bytes ?? row.response_body.bytes;
  const sight = useSight<HTMLLIElement>(isChosen);
  return (
    <li ref={sight}>
      <button
        type="button"
        class="row"
        aria-current={isChosen ? "true" : undefined}
        onClick={onChoose}
      >
        <span class="cell id">{shortId(row.id)}</span>
        <span class="cell method">{oneLine(row.method, 12)}</span>
        <span class={`cell status ${isFailure(row) ? "bad-text" : ""}`}>{statusOf(row)}</span>
        <span class="cell number">{duration(row.duration_ms)}</span>
        <span class="cell number">{bytes(size)}</span>
        <span class="cell number muted">{clock(row.started_at)}</span>
        <span class="cell wide">
          <span class="url-text">{oneLine(row.url, 220)}</span>
          <MarkList marks={isOvertaken ? [...marksOf(row), OVERTAKEN] : marksOf(row)} />
        </span>
      </button>
    </li>
  );
}
