import { matchesFilter } from "../analysis/matchesFilter.js";
import type { EvidenceReader, RequestFilter } from "../EvidenceReader.js";
import { errors } from "../errors.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { derived } from "../redaction/mint.js";
import { numberOf } from "./recordId.js";

type Kind = Exclude<RecordKind, "run">;
type Run = Redacted<EvidenceRecord<"run">>;

/** Where a reader takes its evidence from. Each list may come in any order. */
export interface EvidenceSource {
  run(): Promise<Run>;
  records<K extends Kind>(kind: K): Promise<readonly Redacted<EvidenceRecord<K>>[]>;
  /** May reject: the text is lost to this reading, and its run says so. */
  body(id: string, part: BodyText["part"]): Promise<string | undefined>;
  /** Absent: nothing leaves this source. */
  isEvicted?(id: string): boolean;
}

/** Reads whole lists in browser time; the one implementation behind live, saved and imported runs. */
export function listReader(source: EvidenceSource, signal: AbortSignal): EvidenceReader {
  let failures = 0;
  const check = (): void => {
    if (signal.aborted) throw errors.cancelled("The reading");
  };
  async function* list<K extends Kind>(
    kind: K,
    timeOf: (record: EvidenceRecord<K>) => number,
  ): AsyncGenerator<Redacted<EvidenceRecord<K>>> {
    check();
    const records = [...(await source.records(kind))];
    records.sort((a, b) => timeOf(a) - timeOf(b) || numberOf(a.id) - numberOf(b.id));
    for (const record of records) {
      check();
      yield record;
    }
  }
  return {
    signal,
    async run() {
      check();
      return withFailures(await source.run(), failures);
    },
    async *requests(filter: RequestFilter = {}) {
      for await (const request of list("request", ({ started_at: at }) => at)) {
        if (matchesFilter(request, filter)) yield request;
      }
    },
    operations: () => list("operation", ({ started_at: at }) => at),
    console: () => list("console", ({ at }) => at),
    pages: () => list("page", ({ at }) => at),
    visits: () => list("visit", ({ started_at: at }) => at),
    rules: () => list("rule", ({ created_at: at }) => at),
    replays: () => list("replay", ({ started_at: at }) => at),
    async body(id, part) {
      check();
      try {
        return await source.body(id, part);
      } catch {
        failures += 1; // told in the run
        return undefined;
      }
    },
    isEvicted: (id) => source.isEvicted?.(id) ?? false,
  };
}

/** Without times: what could not be read now is no event of the run. */
function withFailures(run: Run, failures: number): Run {
  if (failures === 0) return run;
  const flag = "evidence_read_failed";
  const known = run.coverage.find((entry) => entry.flag === flag);
  const others = run.coverage.filter((entry) => entry !== known);
  const count = failures + (known?.count ?? 0);
  return derived(run, { ...run, coverage: [...others, { ...known, flag, count }] });
}
