import type { EvidenceReader } from "@bsk/core";
import type { ReplayRow, RuleRow } from "./generated/types.js";

/** A text longer than the first is cut to the second; the export has the whole. */
const LONG_CHARS = 240;
const SHORT_CHARS = 200;

/** The rules of a run as they are stored, redacted. */
export async function listRules(reader: EvidenceReader): Promise<RuleRow[]> {
  const rows: RuleRow[] = [];
  for await (const rule of reader.rules()) {
    const { record: _record, run_id: _run, sequence: _sequence, masked: _masked, ...row } = rule;
    rows.push({ ...row, effect: { ...(shorten(row.effect) as object), type: row.effect.type } });
  }
  return rows;
}

/** The replays of a run. */
export async function listReplays(reader: EvidenceReader): Promise<ReplayRow[]> {
  const rows: ReplayRow[] = [];
  for await (const replay of reader.replays()) {
    const { record: _record, run_id: _run, sequence: _sequence, masked: _masked, ...row } = replay;
    rows.push(row);
  }
  return rows;
}

function shorten(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= LONG_CHARS ? value : `${value.slice(0, SHORT_CHARS)}…`;
  }
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
}
