import type { RunRecord } from "@bsk/schema";
import { quote } from "./shorten.js";

/** The header of every reading: which run this is. */
export function runLine(run: RunRecord, ...more: readonly string[]): string {
  const name = run.name === undefined ? "" : ` ${quote(run.name, 60)}`;
  const reason =
    run.stop_reason === undefined || run.stop_reason === "requested" ? "" : ` (${run.stop_reason})`;
  return [`run ${run.id} ${run.state}${reason}${name}`, ...more].join("  ");
}
