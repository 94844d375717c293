import { countingGaps, type EvidenceReader, offsetPage, SLOW_MS, selectRequests } from "@bsk/core";
import type { AggregateParams, AggregateReport } from "./generated/types.js";
import { endpointOf, groupRequests } from "./groupRequests.js";

const DEFAULT_LIMIT = 30;

const SEMANTICS =
  "Groups are method, origin and path; query values are combined, path segments are not. Percentiles are by " +
  "nearest rank over known durations. An HTTP status, 200 too, does not prove that the business succeeded.";

/** The requests of a run by method and endpoint. Only reads retained evidence. */
export async function aggregate(
  reader: EvidenceReader,
  params: AggregateParams,
): Promise<AggregateReport> {
  const { offset = 0, limit = DEFAULT_LIMIT, slow_ms: slowMs = SLOW_MS } = params;
  const { retained, matched, included: counted } = await selectRequests(reader, params);
  const included = counted.filter(({ url }) => endpointOf(url) !== undefined);
  const groups = groupRequests(included, slowMs);
  const { rows, next } = offsetPage(groups, { offset, limit });
  return {
    aggregates: [...rows],
    analysis: {
      retained,
      matched: matched.length,
      included: included.length,
      excluded_controlled: matched.length - counted.length,
      excluded_scheme: counted.length - included.length,
      groups: groups.length,
      slow_ms: slowMs,
      coverage: countingGaps(await reader.run()),
      semantics: SEMANTICS,
    },
    ...(next === undefined ? {} : { next_offset: next }),
  };
}
