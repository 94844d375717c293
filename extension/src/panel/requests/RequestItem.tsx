import { isFailure, shortId } from "@bsk/core";
import type { RequestRow } from "@bsk/schema";
import type { VNode } from "preact";
import { type Mark, marksOf, statusOf } from "../model/requests.js";
import { bytes, clock, duration } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { MarkList } from "../parts/MarkList.js";
import { anchorOf } from "../state/named.js";

const OVERTAKEN: Mark = { text: "overtaken", tone: "warn" };

/** One request as a row that opens it. */
export function RequestItem({
  row,
  isOvertaken,
  onChoose,
}: {
  row: RequestRow;
  isOvertaken: boolean;
  onChoose: () => void;
}): VNode {
  const size = row.transfer_bytes ?? row.decoded_bytes ?? row.response_body.bytes;
  return (
    <li>
      <button type="button" class="row" {...anchorOf(row.id)} onClick={onChoose}>
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
