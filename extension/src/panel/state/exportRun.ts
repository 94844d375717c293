import type { RunRecord } from "@bsk/schema";
import { exportName } from "../model/runs.js";
import { askRun } from "./ask.js";

/** Downloads the run as its portable JSON document, read in parts. Throws `AskError`. */
export async function exportRun(run: RunRecord): Promise<void> {
  const { export_id, parts } = await askRun(run.id, "export/open", {});
  const texts: string[] = [];
  for (let part = 0; part < parts; part++) {
    const { text } = await askRun(run.id, "export/next", { export_id, part });
    texts.push(text);
  }
  await askRun(run.id, "export/close", { export_id });
  save(new Blob(texts, { type: "application/json" }), exportName(run));
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the download has read it by then
}
