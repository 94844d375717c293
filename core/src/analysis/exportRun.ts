import type { Masks, Recording, RequestRecord } from "@bsk/schema";
import type { CoreHooks } from "../Core.js";
import type { EvidenceReader } from "../EvidenceReader.js";
import type { Redacted } from "../redacted.js";
import { derived } from "../redaction/mint.js";
import { associate, linkOperation } from "./associate.js";
import { collect } from "./collect.js";
import { readBody } from "./readBody.js";
import { readEvidence } from "./readEvidence.js";

const NOTE =
  "Known credentials were replaced before storage, by the rules counted here. This is best effort: " +
  "read the document before you pass it on.";

/** The whole run as one document saved at `now` (epoch ms), bodies with it. Of a running capture it is a snapshot of one moment. */
export async function exportRun(
  reader: EvidenceReader,
  { hooks }: { readonly hooks: Pick<CoreHooks, "exporting"> },
  now: number,
): Promise<Redacted<Recording>> {
  const evidence = await readEvidence(reader);
  const { console } = evidence;
  const pages = await collect(reader.pages());
  const visits = await collect(reader.visits());
  const rules = await collect(reader.rules());
  const replays = await collect(reader.replays());
  const associations = associate(evidence);
  const requests: RequestRecord[] = [];
  for (const request of evidence.requests) requests.push(await withTexts(reader, request));
  const run = await reader.run(); // now that it knows of bodies that could not be read
  const operations = evidence.operations.map((operation) =>
    linkOperation(operation, associations.get(operation.id)),
  );
  const masked = sumMasks([
    run,
    ...requests,
    ...operations,
    ...console,
    ...pages,
    ...visits,
    ...rules,
    ...replays,
  ]);
  const document = derived(run, {
    version: 1,
    saved_at: now,
    run,
    requests,
    operations,
    console: [...console],
    pages,
    ...(visits.length > 0 ? { performance: visits } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(replays.length > 0 ? { replays } : {}),
    redaction: { note: NOTE, masked },
  } satisfies Recording as Recording);
  try {
    return await hooks.exporting.promise(document);
  } catch {
    // A plugin costs its own part, never the export; the document says that one failed.
    const coverage = [
      ...run.coverage,
      {
        flag: "plugin_failed" as const,
        count: 1,
        first_at: now,
        last_at: now,
        detail: "exporting",
      },
    ];
    return derived(document, { ...document, run: { ...run, coverage } });
  }
}

async function withTexts(reader: EvidenceReader, request: RequestRecord): Promise<RequestRecord> {
  const sent = await readBody(reader, request, "request");
  const got = await readBody(reader, request, "response");
  return {
    ...request,
    request_body: { ...sent.body, ...(sent.text === undefined ? {} : { text: sent.text }) },
    response_body: { ...got.body, ...(got.text === undefined ? {} : { text: got.text }) },
  };
}

function sumMasks(records: readonly { readonly masked?: Masks }[]): Masks {
  const total = new Map<string, number>();
  for (const { masked } of records) {
    for (const [rule, count] of Object.entries(masked ?? {}))
      total.set(rule, (total.get(rule) ?? 0) + count);
  }
  return Object.fromEntries([...total].sort(([a], [b]) => (a < b ? -1 : 1)));
}
