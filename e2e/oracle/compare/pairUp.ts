import type { RequestRecord } from "@bsk/schema";
import { ID_HEADER, type Served } from "../log/ServerLog.js";
import type { Pair } from "./Comparison.js";
import { isUrlOf } from "./urls.js";

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Exchanges that no record tells of. */
  readonly unrecorded: readonly Served[];
  /** Records of nothing that the server knows. */
  readonly unserved: readonly RequestRecord[];
}

/**
 * Brings both sides together: first what agrees on the answer's number, method and URL; then on method and URL, in
 * order; last on the number alone, so that a wrong URL is told as that.
 */
export function pairUp(exchanges: readonly Served[], records: readonly RequestRecord[]): Pairing {
  const pairs: Pair[] = [];
  const free = new Map(exchanges.map((served) => [served.id, served]));
  let left = [...records].sort((one, other) => one.started_at - other.started_at);
  const take = (pick: (record: RequestRecord) => Served | undefined): void => {
    left = left.filter((record) => {
      const served = pick(record);
      if (!served) return true;
      free.delete(served.id);
      pairs.push({ served, record });
      return false;
    });
  };
  take((record) => {
    const served = free.get(numberOf(record));
    return served && isRequestOf(record, served) ? served : undefined;
  });
  take((record) => [...free.values()].find((served) => isRequestOf(record, served)));
  take((record) => free.get(numberOf(record)));
  return { pairs, unrecorded: [...free.values()], unserved: left };
}

/** The number that its answer carries; 0: none. */
export function numberOf({ response_headers: headers }: RequestRecord): number {
  return Number(headers?.[ID_HEADER] ?? 0);
}

/** The method of one whose start was not seen is not known. */
function isRequestOf(record: RequestRecord, served: Served): boolean {
  const isStartKnown = record.integrity.start === undefined;
  return (record.method === served.method || !isStartKnown) && isUrlOf(record, served);
}
