import { type LoggedBody, urlOf } from "../log/ServerLog.js";
import type { Pair, Sides } from "./Comparison.js";

/** The body that the page got: of a 304 that it sees as 200, the one that the browser has used again. */
export function confirmedBody({ served, record }: Pair, { log }: Sides): LoggedBody {
  if (served.status !== 304 || record.status !== 200) return served.response_body;
  const earlier = log.exchanges.filter(
    (one) => one.id < served.id && one.status === 200 && urlOf(one) === urlOf(served),
  );
  return earlier.at(-1)?.response_body ?? served.response_body;
}
