import type { EvidenceReader } from "../EvidenceReader.js";
import { errors } from "../errors.js";
import type { Evidence, PluginManifest } from "../Plugin.js";

/** A reader for one plugin: what its manifest's `reads` does not name throws `evidence_not_declared`. */
export function declaredReader(
  reader: EvidenceReader,
  { name, reads }: Pick<PluginManifest, "name" | "reads">,
): EvidenceReader {
  const check = (what: Evidence): void => {
    if (!reads.includes(what)) throw errors.evidenceNotDeclared(name, what);
  };
  return {
    signal: reader.signal,
    async run() {
      check("run");
      return reader.run();
    },
    requests(filter) {
      check("requests");
      return reader.requests(filter);
    },
    operations() {
      check("operations");
      return reader.operations();
    },
    console() {
      check("console");
      return reader.console();
    },
    pages() {
      check("pages");
      return reader.pages();
    },
    visits() {
      check("visits");
      return reader.visits();
    },
    rules() {
      check("rules");
      return reader.rules();
    },
    replays() {
      check("replays");
      return reader.replays();
    },
    async body(id, part) {
      check("bodies");
      return reader.body(id, part);
    },
    isEvicted: (id) => reader.isEvicted(id),
  };
}
