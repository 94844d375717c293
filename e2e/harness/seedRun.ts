import { type BodyText, type EvidenceRecord, ID_LETTERS, type RecordKind } from "@bsk/core";
import type { ExtensionPage } from "./ExtensionPage.js";

export interface Seed {
  readonly run: EvidenceRecord<"run">;
  readonly records: readonly EvidenceRecord<Exclude<RecordKind, "run">>[];
  readonly bodies?: readonly BodyText[];
}

/** Puts a run into the profile's storage past capture and redaction: what no page could make a capture hold. */
export async function seedRun(
  page: ExtensionPage,
  { run, records, bodies = [] }: Seed,
): Promise<void> {
  await put(page, "runs", [[run.id, run]]);
  const kept = records.map(
    (record): Entry => [
      [run.id, ID_LETTERS[record.record], Number(record.id.slice(run.id.length + 2))],
      record,
    ],
  );
  for (let at = 0; at < kept.length; at += 200) {
    await put(page, "records", kept.slice(at, at + 200));
  }
  await put(
    page,
    "bodies",
    bodies.map((body): Entry => [[body.id, body.part], body]),
  );
}

type Entry = readonly [key: unknown, value: unknown];

async function put(page: ExtensionPage, store: string, entries: readonly Entry[]): Promise<void> {
  // Parsed, not written as a literal: there `__proto__` would not be a key.
  const json = JSON.stringify(JSON.stringify(entries));
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("bsk-evidence");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("${store}", "readwrite");
      transaction.oncomplete = () => { database.close(); resolve(true); };
      transaction.onabort = () => reject(transaction.error);
      try {
        for (const [key, value] of JSON.parse(${json})) {
          transaction.objectStore("${store}").put(value, key);
        }
      } catch (error) {
        reject(error);
      }
    };
  })`);
}
