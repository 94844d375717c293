import { shortId } from "@bsk/core";
import type { RequestRow, StackFrame } from "@bsk/schema";
import type { VNode } from "preact";
import { statusOf, workerText } from "../model/requests.js";
import { bytes, clock, duration } from "../model/units.js";
import { visible } from "../model/visible.js";
import { bodySentence } from "../model/words.js";
import { Facts } from "../parts/Facts.js";
import { Failure } from "../parts/Notice.js";
import { askRun } from "../state/ask.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";

/** Everything but bodies, headers and timing. */
export function MetadataView({ store, row }: { store: RunStore; row: RequestRow }): VNode {
  const { value, error } = useReading(`${row.id} ${row.sequence}`, () =>
    askRun(store.runId, "debug/request", { id: row.id }),
  );
  const whole = value?.request ?? row;
  return (
    <>
      <Failure error={error} />
      <Facts facts={factsOf(whole)} />
      <p class="muted">An HTTP status, 200 too, does not say that the page's business succeeded.</p>
      <Initiator frames={whole.initiator?.frames ?? []} />
    </>
  );
}

function factsOf(row: RequestRow): readonly (readonly [string, string | undefined])[] {
  const { intervention, initiator, integrity, masked } = row;
  const masks = Object.entries(masked ?? {}).map(([rule, count]) => `${rule} ${count}`);
  return [
    ["State", row.state.replaceAll("_", " ")],
    ["Status", statusOf(row)],
    ["Status on the wire", row.wire_status === undefined ? undefined : String(row.wire_status)],
    ["Error", row.error],
    ["Type", row.resource_type],
    ["MIME type", row.mime_type],
    ["Protocol", row.protocol],
    ["Traffic", row.traffic],
    ["Worker", row.worker && workerText(row.worker)],
    ["Started", clock(row.started_at)],
    ["Duration", duration(row.duration_ms)],
    ["Transferred", bytes(row.transfer_bytes)],
    ["Decoded", bytes(row.decoded_bytes)],
    ["From cache", row.from_cache ? "yes" : undefined],
    ["From service worker", row.from_service_worker ? "yes" : undefined],
    ["Redirected from", row.redirect_from && shortId(row.redirect_from)],
    ["Redirected to", row.redirect_to && shortId(row.redirect_to)],
    ["Rule", intervention && ruleText(intervention)],
    ["Replay", row.replay_id && shortId(row.replay_id)],
    ["Replay of", row.replay_from && shortId(row.replay_from)],
    ["Document", row.document_url],
    ["Initiator", initiator && [initiator.type, initiator.url].filter(Boolean).join(" ")],
    ["Request body", bodySentence(row.request_body)],
    ["Response body", bodySentence(row.response_body)],
    ["URL kept", integrity.url],
    ["Metadata kept", integrity.metadata],
    ["Request headers kept", integrity.request_headers && "as set, not as sent"],
    ["Response headers kept", integrity.response_headers],
    ["Start", integrity.start === "incomplete" ? "before the capture saw it" : undefined],
    ["Masked", masks.length > 0 ? masks.join(", ") : undefined],
  ];
}

function ruleText(intervention: NonNullable<RequestRow["intervention"]>): string {
  const { rule_id: rule, type, state, error, changes = [] } = intervention;
  const details = [...changes, ...(error === undefined ? [] : [error])].join(", ");
  return `${shortId(rule)} ${type} ${state}${details === "" ? "" : `: ${details}`}`;
}

function Initiator({ frames }: { frames: readonly StackFrame[] }): VNode | null {
  if (frames.length === 0) return null;
  return (
    <>
      <h3>Started by</h3>
      <ol class="stack">
        {frames.map((frame, index) => (
          <li key={index}>{visible(frameText(frame))}</li>
        ))}
      </ol>
    </>
  );
}

/** `save profile.js:41:9`. */
export function frameText({ function: name = "", url, line, column, async }: StackFrame): string {
  const before = async === undefined ? "" : `(${async}) `;
  return `${before}${name === "" ? "" : `${name} `}${url}:${line}:${column}`;
}
