import type { TimelineRow } from "@bsk/schema";
import { errors } from "../../errors.js";
import { numberOf } from "../../storage/recordId.js";

/** What stands first of two that have the same time: what is done before what comes of it. */
const KINDS: readonly TimelineRow["kind"][] = [
  "operation",
  "rule",
  "replay",
  "request",
  "navigation",
  "console",
];

/** By time, then kind, then number, and a start before its end: never by how the evidence came. */
export function compareRows(one: TimelineRow, other: TimelineRow): number {
  return (
    one.at - other.at ||
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    numberOf(one.id) - numberOf(other.id) ||
    Number(one.phase === "end") - Number(other.phase === "end")
  );
}

/** How `--from` names a row: its id, of an end `d…:n12:end`. */
export function nameOf({ id, phase }: TimelineRow): string {
  return phase === undefined ? id : `${id}:${phase}`;
}

/**
 * Where `--from` or `--to` points: `1200`, `+1200ms`, `n12`, `d…:n12`, `n12:end`. Compares a row with it; below 0 the
 * row is before. Throws `record_not_found` for an id that has no row.
 */
export function positionOf(
  text: string,
  {
    rows,
    runId,
    session,
  }: { readonly rows: readonly TimelineRow[]; readonly runId: string; readonly session: string },
): (row: TimelineRow) => number {
  const ms = /^\+?(\d{1,12}(?:\.\d{1,3})?)(?:ms)?$/.exec(text)?.[1];
  if (ms !== undefined) return ({ offset_ms: offset }) => offset - Number(ms);
  const name = text.startsWith(`${runId}:`) ? text : `${runId}:${text}`;
  const isEnd = name.endsWith(":end");
  const id = isEnd ? name.slice(0, -4) : name;
  const start = rows.find((row) => row.id === id && row.phase === undefined);
  if (!start) throw errors.recordNotFound(text, session);
  const row = isEnd ? endOf(start) : start;
  return (candidate) => compareRows(candidate, row);
}

/** The row of its end; of what has not ended, behind everything. */
export function endOf(row: TimelineRow): TimelineRow {
  const { duration_ms: duration = Number.POSITIVE_INFINITY } = row;
  return {
    ...row,
    at: row.at + duration,
    offset_ms: row.offset_ms + duration,
    phase: "end",
  };
}
