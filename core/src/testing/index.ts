/** The test kit for authors of analyzers. Pure: no Node, no browser. */

export { drive, type LiveCapture, liveCapture } from "./liveCapture.js";
export { ManualClock } from "./ManualClock.js";
export { MemoryState } from "./MemoryState.js";
export { matches } from "./matches.js";
export { readerOf } from "./readerOf.js";
export {
  asRedacted,
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "./records.js";
export { runSample, type Sample } from "./runSample.js";
export { type Answer, ScriptedSession, type SentCommand } from "./ScriptedSession.js";
