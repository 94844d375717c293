import { shortId } from "@bsk/core";
import type { RuleRecord } from "@bsk/schema";
import type { VNode } from "preact";
import { clock, counted } from "../model/units.js";
import { oneLine } from "../model/visible.js";
import { Block } from "../parts/Block.js";
import { Notice } from "../parts/Notice.js";
import { hasCommand } from "../state/features.js";
import { anchorOf } from "../state/named.js";

export type RuleCommand = "rule_enable" | "rule_disable" | "rule_remove";

export interface RuleCardProps {
  readonly rule: RuleRecord;
  readonly isLive: boolean;
  readonly onAct: (command: RuleCommand) => void;
}

/** One rule: what it matches and does, how often it did, and what went wrong. */
export function RuleCard({ rule, isLive, onAct }: RuleCardProps): VNode {
  const { id, name, match, effect, state, hits, failures, times, last_error: failed } = rule;
  const short = shortId(id);
  const offered = isLive ? commandsFor(state).filter(([command]) => hasCommand(command)) : [];
  return (
    <li class="card" {...anchorOf(id)}>
      <h2>
        {short} {oneLine(name ?? effect.type, 140)}
      </h2>
      <p class="muted">
        {state} · {effect.type} · {counted(hits, "hit")} · {counted(failures, "failure")} ·{" "}
        {times === 0 ? "until disabled" : `at most ${counted(times, "match").replace(/s$/, "es")}`}{" "}
        · {clock(rule.created_at)}
      </p>
      <p class="url">
        {oneLine(match.method ?? "any method", 20)} {oneLine(match.url)}
        {match.resource_type === undefined ? "" : ` (${oneLine(match.resource_type, 40)})`}
      </p>
      {failed === undefined ? null : <Notice tone="warn" text={failed} />}
      <details>
        <summary>Definition</summary>
        <Block
          label={`Definition of ${short}`}
          text={JSON.stringify({ match, effect, times }, null, 2)}
        />
      </details>
      {offered.length > 0 ? (
        <div class="buttons">
          {offered.map(([command, label]) => (
            <button
              key={command}
              type="button"
              class={command === "rule_remove" ? "danger" : ""}
              onClick={() => onAct(command)}
            >
              {label}
              <span class="unseen"> {short}</span>
            </button>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function commandsFor(state: RuleRecord["state"]): readonly (readonly [RuleCommand, string])[] {
  switch (state) {
    case "enabled":
      return [
        ["rule_disable", "Disable"],
        ["rule_remove", "Remove"],
      ];
    case "disabled":
      return [
        ["rule_enable", "Enable"],
        ["rule_remove", "Remove"],
      ];
    case "exhausted":
      return [["rule_remove", "Remove"]];
    case "removed":
    case "stopped":
      return [];
  }
}
