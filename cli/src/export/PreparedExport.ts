import { errors } from "@bsk/core";
import type { Invocation, Params } from "../commands/CommandSpec.js";

/** An export that the extension holds ready, read in parts. Whoever opened it closes it. */
export interface PreparedExport {
  readonly runId: string;
  /** Once, in order. Throws BskError. */
  parts(): AsyncGenerator<string, void, void>;
  close(): Promise<void>;
}

/** Prepares an export in the extension. Throws BskError. */
export async function prepareExport(
  { call, progress }: Invocation,
  params: Params,
): Promise<PreparedExport> {
  const { export_id, run_id, chars, parts: count } = await call("export/open", params);
  const which = { session: params.session, export_id };
  return { runId: run_id, parts, close };

  async function* parts(): AsyncGenerator<string, void, void> {
    let seen = 0;
    let half = "";
    for (let part = 0; part < count; part++) {
      const { text } = await call("export/next", { ...which, part });
      seen += text.length;
      progress({ done: part + 1, total: count, text: "parts of the export" });
      // A part may end within a surrogate pair, which is no character yet.
      const joined = half + text;
      half = /[\uD800-\uDBFF]$/.test(joined) ? joined.slice(-1) : "";
      yield joined.slice(0, joined.length - half.length);
    }
    if (seen !== chars) {
      throw errors.malformedFrame(`the export has ${seen} of ${chars} characters`);
    }
  }

  async function close(): Promise<void> {
    try {
      await call("export/close", which);
    } catch {
      // The extension drops it with the session; what went wrong before is what the reader must see.
    }
  }
}
