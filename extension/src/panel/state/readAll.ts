import type { ConsoleRecord, PageRecord } from "@bsk/schema";
import { askRun } from "./ask.js";

/** Every console entry of a run. Throws `AskError`. */
export async function readConsole(runId: string): Promise<readonly ConsoleRecord[]> {
  const rows: ConsoleRecord[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer: { console: ConsoleRecord[]; next_offset?: number } = await askRun(
      runId,
      "debug/console",
      { offset },
    );
    rows.push(...answer.console);
    offset = answer.next_offset;
  }
  return rows;
}

/** Every reading of the page in a run, loads and others. Throws `AskError`. */
export async function readPages(runId: string): Promise<readonly PageRecord[]> {
  const rows: PageRecord[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer: { pages: PageRecord[]; next_offset?: number } = await askRun(
      runId,
      "debug/pages",
      { offset, all: true },
    );
    rows.push(...answer.pages);
    offset = answer.next_offset;
  }
  return rows;
}
