import { shortId } from "@bsk/core";
import type { ReplayRecord, RuleRecord } from "@bsk/schema";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { clock } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { Missing } from "../parts/Missing.js";
import { Failure, Notice } from "../parts/Notice.js";
import { askRun, errorOf } from "../state/ask.js";
import { anchorOf, useArrival } from "../state/named.js";
import type { RunStore } from "../state/RunStore.js";
import { useReading } from "../state/useReading.js";
import { RuleCard, type RuleCommand } from "./RuleCard.js";

/** The rules and replays of a run; on a live one with what switches a rule. */
export function RulesView({ store }: { store: RunStore }): VNode {
  const failure = useSignal<PanelError | undefined>(undefined);
  const changes = useSignal(0);
  const since = store.run.value?.next_since ?? 0;
  const { value, error } = useReading(`${store.runId} ${since} ${changes.value}`, () =>
    askRun(store.runId, "panel/controls", {}),
  );
  useArrival(value !== undefined);
  if (!value) return error ? <Failure error={error} /> : <p class="muted">Reading …</p>;
  const { rules, replays } = value;
  const act = async (name: RuleCommand, rule: RuleRecord): Promise<void> => {
    try {
      await askRun(store.runId, "debug/act", { name, params: { id: shortId(rule.id) } });
      failure.value = undefined;
    } catch (thrown) {
      failure.value = errorOf(thrown);
    }
    changes.value += 1;
  };
  return (
    <>
      <Failure error={error ?? failure.value} />
      {store.isLive ? null : (
        <p class="muted">The run has stopped: what its rules were and did. Nothing can be run.</p>
      )}
      <Missing kept={[...rules, ...replays]} noun="record" />
      {rules.length === 0 ? (
        <p class="empty">{store.isLive ? "This run has no rule." : "This run had no rule."}</p>
      ) : null}
      <ul class="cards">
        {rules.map((rule) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            isLive={store.isLive}
            onAct={(name) => void act(name, rule)}
          />
        ))}
      </ul>
      <Replays replays={replays} />
    </>
  );
}

function Replays({ replays }: { replays: readonly ReplayRecord[] }): VNode | null {
  if (replays.length === 0) return null;
  return (
    <>
      <h2>Replays</h2>
      <ul class="cards">
        {replays.map((replay) => (
          <li key={replay.id} class="card" {...anchorOf(replay.id)}>
            <h3>
              {shortId(replay.id)} of {shortId(replay.source_request_id)}
            </h3>
            <p class="muted">
              {clock(replay.started_at)} · {replay.state} · key {oneLine(replay.key, 80)}
              {replay.request_id === undefined
                ? " · its request is not known"
                : ` · sent as ${shortId(replay.request_id)}`}
            </p>
            {replay.error === undefined ? null : <Notice tone="warn" text={replay.error} />}
          </li>
        ))}
      </ul>
    </>
  );
}
