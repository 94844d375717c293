import { ID_LETTERS, type RecordKind } from "../records.js";

/** The number in `d3f0c2a91b7e4:n12`; 0 for a run's own id. */
export function numberOf(id: string): number {
  const colon = id.lastIndexOf(":");
  return colon < 0 ? 0 : Number(id.slice(colon + 2));
}

/** The long id of a record, from its short or long form; undefined when it is another kind's or run's. */
export function longId(
  runId: string,
  kind: Exclude<RecordKind, "run">,
  id: string,
): string | undefined {
  const short = id.startsWith(`${runId}:`) ? id.slice(runId.length + 1) : id;
  const letter = ID_LETTERS[kind];
  const digits = short.slice(1);
  return short.startsWith(letter) && /^[0-9]{1,15}$/.test(digits) ? `${runId}:${short}` : undefined;
}
