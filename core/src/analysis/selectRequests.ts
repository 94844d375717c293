import type { RequestRecord } from "@bsk/schema";
import type { EvidenceReader, RequestFilter } from "../EvidenceReader.js";

/** The requests that an analyzer looks at, and what it leaves out. In browser time. */
export interface Selection {
  /** All that the run still has. */
  readonly retained: number;
  /** Those that the filter lets through. */
  readonly matched: readonly RequestRecord[];
  /** Of them, those that show what the site does by itself; all of them when controlled ones are asked for. */
  readonly included: readonly RequestRecord[];
}

export interface SelectionParams extends RequestFilter {
  readonly include_controlled?: boolean;
}

/** By the common filters, business requests unless a kind is asked for; without what a rule or a replay touched. */
export async function selectRequests(
  reader: EvidenceReader,
  params: SelectionParams,
): Promise<Selection> {
  const { kind = "business", include_controlled: includeControlled = false } = params;
  let retained = 0;
  for await (const _ of reader.requests()) retained++;
  const matched: RequestRecord[] = [];
  for await (const request of reader.requests({ ...params, kind })) matched.push(request);
  const included = matched.filter(
    (request) => includeControlled || !(isControlled(request) || isReplayed(request)),
  );
  return { retained, matched, included };
}

/** A rule had its hand in it, with success or without. */
export function isControlled({ traffic, intervention }: RequestRecord): boolean {
  return traffic === "controlled" || intervention !== undefined;
}

/** bsk sent it, as a repetition of another. */
export function isReplayed({ traffic, replay_id: replay }: RequestRecord): boolean {
  return traffic === "replayed" || replay !== undefined;
}
