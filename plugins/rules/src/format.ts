import { counted, cutEnd, cutMiddle, shortId } from "@bsk/core";
import type { ReplayRow, RuleRow } from "./generated/types.js";

const URL_CHARS = 90;
const NOTE_CHARS = 120;

/** `r1 enabled 1/1 modify POST http://… rename displayName→name hits 1 failures 0` */
function ruleLine(rule: RuleRow): string {
  const { match, times, hits, failures, last_error: error } = rule;
  return [
    shortId(rule.id),
    rule.state,
    `${hits}/${times === 0 ? "any" : times}`,
    rule.effect.type,
    match.method ?? "any",
    match.resource_type ?? "",
    cutMiddle(match.url, URL_CHARS),
    cutEnd(effectOf(rule.effect), NOTE_CHARS),
    `hits ${hits} failures ${failures}`,
    rule.name === undefined ? "" : `"${cutEnd(rule.name, 60)}"`,
    error === undefined ? "" : `last error: ${cutEnd(error, NOTE_CHARS)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** `x1 complete of n3 sent n9 key nickname-1` */
export function replayLine(replay: ReplayRow): string {
  const { request_id: sent, error } = replay;
  return [
    shortId(replay.id),
    replay.state,
    `of ${shortId(replay.source_request_id)}`,
    sent === undefined ? "" : `sent ${shortId(sent)}`,
    `key ${cutEnd(replay.key, 80)}`,
    error === undefined ? "" : `error: ${cutEnd(error, NOTE_CHARS)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The rules, and the command that comes next. */
export function rulesLines(rules: readonly RuleRow[], flags: string): string[] {
  const active = rules.filter(({ state }) => state === "enabled");
  const hit = rules.find(({ hits }) => hits > 0);
  return [
    `${counted(rules.length, "rule")}, ${active.length} enabled`,
    ...rules.map(ruleLine),
    hit
      ? `next: bsk debug requests${flags}`
      : `next: ${active.length > 0 ? "reproduce it, then " : ""}bsk debug ${active.length > 0 ? "rules" : "rule_add --help"}${active.length > 0 ? flags : ""}`,
  ];
}

/** What the record's effect says, in words. */
function effectOf(effect: RuleRow["effect"]): string {
  const parts = new Map<string, unknown>(Object.entries(effect));
  const status = parts.get("status");
  const delay = parts.get("delay_ms");
  const json = new Map<string, unknown>(entriesOf(parts.get("json")));
  return [
    typeof status === "number" ? String(status) : "",
    typeof delay === "number" && delay > 0 ? `after ${delay}ms` : "",
    typeof parts.get("url") === "string" ? `url ${cutMiddle(String(parts.get("url")), 60)}` : "",
    typeof parts.get("method") === "string" ? `method ${String(parts.get("method"))}` : "",
    ...entriesOf(json.get("rename")).map(([from, to]) => `rename ${from}→${String(to)}`),
    ...listOf(json.get("remove")).map((name) => `remove ${name}`),
    ...entriesOf(json.get("set")).map(([name]) => `set ${name}`),
    ...entriesOf(parts.get("headers")).map(([name, value]) =>
      value === null ? `header -${name}` : `header ${name}`,
    ),
    typeof parts.get("body") === "string" ? `body ${String(parts.get("body")).length} chars` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
