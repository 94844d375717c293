import {
  type BodyText,
  type EvidenceBatch,
  type EvidenceRecord,
  type EvidenceStore,
  errors,
  ID_LETTERS,
  numberOf,
  type RecordKind,
  type Redacted,
} from "@bsk/core";
import { type IDBPDatabase, openDB } from "idb";
import type { EvidenceSchema } from "./EvidenceSchema.js";
import { CURRENT_VERSION, MIGRATIONS } from "./migrations.js";

type Database = IDBPDatabase<EvidenceSchema>;

export const DATABASE = "bsk-evidence";

const ALL = ["runs", "records", "bodies"] as const;
const PARTS: readonly BodyText["part"][] = ["request", "response"];
/** Sorts behind every number. */
const BEHIND = Number.POSITIVE_INFINITY;

/** Evidence in this browser profile's IndexedDB. A write resolves when its transaction is complete, never before. */
export class IdbStore implements EvidenceStore {
  readonly #name: string;
  #database: Promise<Database> | undefined;

  constructor(name: string = DATABASE) {
    this.#name = name;
  }

  async write({ records, bodies, evicted }: EvidenceBatch): Promise<void> {
    // A run record is a beginning, an end or a checkpoint: it waits for the disk, journal batches do not.
    const durability = records.some(({ record }) => record === "run") ? "strict" : "relaxed";
    await this.#use("a write", async (database) => {
      const transaction = database.transaction(ALL, "readwrite", { durability });
      const runs = transaction.objectStore("runs");
      const kept = transaction.objectStore("records");
      const texts = transaction.objectStore("bodies");
      const requests: Promise<unknown>[] = [];
      try {
        for (const record of records) {
          requests.push(
            record.record === "run"
              ? runs.put(record, record.id)
              : kept.put(record, keyOf(record.id)),
          );
        }
        for (const body of bodies) requests.push(texts.put(body, [body.id, body.part]));
        for (const id of evicted) {
          requests.push(kept.delete(keyOf(id)));
          for (const part of PARTS) requests.push(texts.delete([id, part]));
        }
      } catch (error) {
        // A value that cannot be cloned: nothing of the batch may stay.
        requests.push(Promise.reject(error));
        transaction.abort();
      }
      await Promise.all([...requests, transaction.done]);
    });
  }

  async runs(): Promise<readonly Redacted<EvidenceRecord<"run">>[]> {
    const runs = await this.#use("the list of runs", (database) => database.getAll("runs"));
    return runs.sort((a, b) => a.started_at - b.started_at);
  }

  async records<K extends RecordKind>(
    runId: string,
    kind: K,
  ): Promise<readonly Redacted<EvidenceRecord<K>>[]> {
    const found: unknown = await this.#use(`${kind} records`, async (database) => {
      if (kind !== "run") {
        const letter = ID_LETTERS[kind as Exclude<K, "run">]; // compared just above
        return database.getAll(
          "records",
          IDBKeyRange.bound([runId, letter, 0], [runId, letter, BEHIND]),
        );
      }
      const run = await database.get("runs", runId);
      return run ? [run] : [];
    });
    return found as readonly Redacted<EvidenceRecord<K>>[]; // the key holds the kind's letter
  }

  async body(id: string, part: BodyText["part"]): Promise<Redacted<BodyText> | undefined> {
    return this.#use("a body", (database) => database.get("bodies", [id, part]));
  }

  /** In one transaction: a write that is asked for later is not in it. */
  async bodies(runId: string): Promise<readonly Redacted<BodyText>[]> {
    return this.#use("the bodies", (database) => database.getAll("bodies", bodiesOf(runId)));
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#use("a deletion", async (database) => {
      const transaction = database.transaction(ALL, "readwrite", { durability: "strict" });
      await Promise.all([
        transaction.objectStore("runs").delete(runId),
        transaction.objectStore("records").delete(IDBKeyRange.bound([runId], [runId, []])),
        transaction.objectStore("bodies").delete(bodiesOf(runId)),
        transaction.done,
      ]);
    });
  }

  /** Lets go of the database; the next use opens it again. */
  async close(): Promise<void> {
    const opened = this.#database;
    this.#database = undefined;
    (await opened)?.close();
  }

  /** Runs one access. What IndexedDB throws becomes `storage_failed` with its name. */
  async #use<T>(what: string, access: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await this.#access(access);
    } catch (error) {
      throw errors.storageFailed(`${what} failed (${nameOf(error)})`, error);
    }
  }

  async #access<T>(access: (database: Database) => Promise<T>): Promise<T> {
    const opening = this.#open();
    try {
      return await access(await opening);
    } catch (error) {
      if (nameOf(error) !== "InvalidStateError") throw error;
      // The connection was closed under us, before a transaction began: a new one may do.
      if (this.#database === opening) this.#database = undefined;
      return access(await this.#open());
    }
  }

  #open(): Promise<Database> {
    if (this.#database) return this.#database;
    const opening = openDB<EvidenceSchema>(this.#name, CURRENT_VERSION, {
      upgrade(database, from, _to, transaction) {
        for (const { version, migrate } of MIGRATIONS) {
          if (version > from) migrate(database, transaction);
        }
      },
      // A newer build wants the database: it must not wait for this one.
      blocking: () => {
        void this.close();
      },
      // The browser took it away (cleared storage, a crashed process).
      terminated: () => {
        this.#database = undefined;
      },
    });
    this.#database = opening;
    opening.catch(() => {
      if (this.#database === opening) this.#database = undefined;
    });
    return opening;
  }
}

/** `;` follows `:` in order, so these are the ids that begin with the run's. */
function bodiesOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([`${runId}:`], [`${runId};`]);
}

function keyOf(id: string): [run: string, letter: string, number: number] {
  const colon = id.indexOf(":");
  return [id.slice(0, colon), id.charAt(colon + 1), numberOf(id)];
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
