export { enforceHistory } from "./enforceHistory.js";
export {
  HISTORY_LIMITS,
  type HistoryLimits,
  STORAGE_LIMITS,
  type StorageLimits,
} from "./limits.js";
export { type EvidenceSource, listReader } from "./listReader.js";
export { MemoryStore, type MemoryStoreOptions } from "./MemoryStore.js";
export { pinSaved, type SavedPin } from "./pins.js";
export { RunLog, type RunLogOptions } from "./RunLog.js";
export { longId, numberOf } from "./recordId.js";
export { type Restart, recoverRuns } from "./recoverRuns.js";
export { defaultPriority } from "./retentionPriority.js";
export { savedReader } from "./savedReader.js";
