import type { EvidenceReader } from "../EvidenceReader.js";
import type { EvidenceStore } from "../ports.js";
import { listReader } from "./listReader.js";

/** Reads a run that is not in memory; undefined when the store has no such run. */
export async function savedReader(
  store: EvidenceStore,
  runId: string,
  signal: AbortSignal,
): Promise<EvidenceReader | undefined> {
  const run = (await store.runs()).find(({ id }) => id === runId);
  if (!run) return undefined;
  return listReader(
    {
      run: async () => run,
      records: (kind) => store.records(runId, kind),
      body: async (id, part) => (await store.body(id, part))?.text,
    },
    signal,
  );
}
