import type { IDBPDatabase, IDBPTransaction, StoreNames } from "idb";
import type { EvidenceSchema } from "./EvidenceSchema.js";

export interface Migration {
  /** The version that it makes of the one before. */
  readonly version: number;
  migrate(
    database: IDBPDatabase<EvidenceSchema>,
    transaction: IDBPTransaction<EvidenceSchema, StoreNames<EvidenceSchema>[], "versionchange">,
  ): void;
}

/** Every step from an empty database to the current one, in order. A step that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    migrate(database) {
      database.createObjectStore("runs");
      database.createObjectStore("records");
      database.createObjectStore("bodies");
    },
  },
];

/** The version that this build reads and writes. */
export const CURRENT_VERSION: number = MIGRATIONS.at(-1)?.version ?? 0;
