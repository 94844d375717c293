import type { EvidenceReader } from "../EvidenceReader.js";
import type { Evidence } from "./associate.js";
import { collect } from "./collect.js";

/** What association needs, from a reader whose lists are of one moment. */
export async function readEvidence(reader: EvidenceReader): Promise<Evidence> {
  return {
    run: await reader.run(),
    operations: await collect(reader.operations()),
    requests: await collect(reader.requests()),
    console: await collect(reader.console()),
  };
}
