import { matchesFilter } from "../analysis/matchesFilter.js";
import type { EvidenceReader, RequestFilter } from "../EvidenceReader.js";
import { errors } from "../errors.js";
import type { BodyText, EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { numberOf } from "./recordId.js";

type Kind = Exclude<RecordKind, "run">;

/** Where a reader takes its evidence from. Each list may come in any order. */
export interface EvidenceSource {
  run(): Promise<Redacted<EvidenceRecord<"run">>>;
  records<K extends Kind>(kind: K): Promise<readonly Redacted<EvidenceRecord<K>>[]>;
  body(id: string, part: BodyText["part"]): Promise<string | undefined>;
}

/** Reads whole lists in browser time; the one implementation behind live, saved and imported runs. */
export function listReader(source: EvidenceSource, signal: AbortSignal): EvidenceReader {
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
      return source.run();
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
      return source.body(id, part);
    },
  };
}
