import { errors } from "@bsk/core";
import { type PreparedExport, prepareExport } from "../export/PreparedExport.js";
import { refuseExisting, writeNewFile } from "../export/writeNewFile.js";
import { sameFlags } from "../format/sameFlags.js";
import type { CommandSpec, Invocation, Outcome, Params } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** To a new file, or the document itself to stdout where that is no terminal. */
export const debugExport: CommandSpec = fromAction(action("debug/export"), async (invocation) => {
  const { output, ...params } = invocation.params;
  if (typeof output === "string") return await toFile(output, invocation, params);
  if (invocation.host.printsToTTY) {
    throw errors.invalidParams(
      "The whole run is JSON of many thousand lines, which is not for a terminal: name a new file, or pipe it.",
      undefined,
      `bsk debug export${sameFlags(invocation.context)} --output run.json`,
    );
  }
  const prepared = await prepareExport(invocation, params);
  return { value: undefined, text: () => "", document: wholeDocument(prepared) };
});

async function toFile(path: string, invocation: Invocation, params: Params): Promise<Outcome> {
  await refuseExisting(path);
  const prepared = await prepareExport(invocation, params);
  try {
    const bytes = await writeNewFile(path, prepared.parts());
    const value = { path, bytes, run_id: prepared.runId };
    return { value, text: () => `run ${prepared.runId}  ${bytes} bytes  ${path}` };
  } finally {
    await prepared.close();
  }
}

async function* wholeDocument(prepared: PreparedExport): AsyncGenerator<string, void, void> {
  try {
    yield* prepared.parts();
  } finally {
    await prepared.close();
  }
}
