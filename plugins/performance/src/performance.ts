import { type EvidenceReader, offsetPage } from "@bsk/core";
import type { Coverage, RunRecord, VisitRecord } from "@bsk/schema";
import type { PerformanceParams, PerformanceReport } from "./generated/types.js";
import { THRESHOLDS } from "./thresholds.js";

const DEFAULT_LIMIT = 30;

const SEMANTICS =
  "What the main frame measured in this browser, on this machine, in each visit; by web-vitals' definitions. " +
  "Provisional values can still change; partial ones never become whole. Ratings compare one visit with the " +
  "thresholds for the 75th percentile of all visits.";

/** The visits of a run, in order of time. Only reads retained evidence. */
export async function performance(
  reader: EvidenceReader,
  params: PerformanceParams,
): Promise<PerformanceReport> {
  const { offset = 0, limit = DEFAULT_LIMIT } = params;
  const visits: VisitRecord[] = [];
  for await (const visit of reader.visits()) visits.push(visit);
  const { rows, next } = offsetPage(visits, { offset, limit });
  return {
    performance: rows.map((visit) => ({ ...visit })),
    analysis: {
      visits: visits.length,
      thresholds: [...THRESHOLDS],
      coverage: coverageOf(await reader.run()),
      semantics: SEMANTICS,
    },
    ...(next === undefined ? {} : { next_offset: next }),
  };
}

/** Gaps that touch visits. */
const AFFECTS: ReadonlySet<Coverage["flag"]> = new Set<Coverage["flag"]>([
  "initial_load_not_recorded",
  "performance_capture_unavailable",
  "performance_read_failed",
  "performance_record_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "interrupted_checkpoint",
  "target_crashed",
  "detached",
]);

function coverageOf(run: RunRecord): Coverage["flag"][] {
  const flags = run.coverage.flatMap(({ flag }) => (AFFECTS.has(flag) ? flag : []));
  return [...new Set(flags)];
}
