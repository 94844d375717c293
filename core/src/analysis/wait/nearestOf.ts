import type { ActionParams, RequestRecord } from "@bsk/schema";
import type { NearRequest } from "../../errors/evidence.js";
import { matchesFilter } from "../matchesFilter.js";

type Params = ActionParams["debug/wait-for"];

/** What came closest to what was waited for, when it did not come. */
export interface Nearest {
  /** All filters let it through, and it has not ended. */
  readonly open: readonly NearRequest[];
  /** Only status, state or outcome is another one. */
  readonly others: readonly NearRequest[];
}

/** The latest of each last. */
export function nearestOf(requests: readonly RequestRecord[], params: Params): Nearest {
  const { status: _status, state: _state, failed: _failed, ...place } = params;
  const isPlaced = params.url !== undefined || params.method !== undefined;
  const open = requests.filter((request) => matchesFilter(request, params));
  const others = isPlaced
    ? requests.filter((request) => matchesFilter(request, place) && !open.includes(request))
    : [];
  return { open: open.map(near), others: others.map(near) };
}

function near({ id, status, state }: RequestRecord): NearRequest {
  return { id, state, ...(status === undefined ? {} : { status }) };
}
