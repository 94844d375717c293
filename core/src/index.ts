export * from "./analysis/index.js";
export {
  type CaptureContext,
  Core,
  type CoreHooks,
  type CoreOptions,
  type PluginRecordKind,
} from "./Core.js";
export { BOUNDS, CAPTURES_PER_BROWSER } from "./capture/bounds.js";
export { Capture } from "./capture/Capture.js";
export type { CaptureOptions } from "./capture/CaptureOptions.js";
export { ConsoleRecorder, type ConsoleRecorderOptions } from "./capture/ConsoleRecorder.js";
export { failureText } from "./capture/failureText.js";
export type { OperationOutcome, OperationStart } from "./capture/OperationRecorder.js";
export { observerWorld } from "./capture/PageObserver.js";
export { type PausedId, readPaused } from "./capture/PausedJournal.js";
export type { EvidenceReader, RequestFilter } from "./EvidenceReader.js";
export {
  BskError,
  type BskErrorOptions,
  type ErrorDetails,
  errors,
  foreignError,
} from "./errors.js";
export type { TapFailure, TapFigures } from "./guardTaps.js";
export { DEFAULT_PORT, EXTENSION_ID, PROTOCOL, type ProofParts, proofText } from "./handshake.js";
export { headerFault, headersFault, isBrowserHeader } from "./http/editableHeaders.js";
export { type ExactUrl, exactUrl } from "./http/exactUrl.js";
export type {
  EffectiveRequest,
  HeaderPair,
  InterceptPattern,
  PausedOutcome,
  PausedRequest,
  PausedVerdict,
  RequestChange,
  RequestNote,
} from "./intercept.js";
export type {
  Check,
  CommandChecks,
  Evidence,
  Plugin,
  PluginCommand,
  PluginManifest,
  PluginParams,
  PluginReport,
  View,
} from "./Plugin.js";
export {
  confirmationText,
  drawPairingCode,
  groupPairingCode,
  PAIRING_CLOSE,
  PAIRING_INFO,
  PAIRING_ITERATIONS,
  type PairingParts,
  pairingTranscript,
  readPairingCode,
} from "./pairing.js";
export { type PluginEntry, pluginCommands } from "./pluginCommands.js";
export type {
  CdpEvent,
  CdpMethod,
  CdpParams,
  CdpResult,
  CdpSession,
  ChildTarget,
  Clock,
  EvidenceBatch,
  EvidenceStore,
  SendOptions,
  VolatileState,
} from "./ports.js";
export { HIDDEN, printableJson } from "./printableJson.js";
export {
  type BodyText,
  type EvidenceRecord,
  ID_LETTERS,
  type RecordKind,
  type RecordTypes,
} from "./records.js";
export type { BodyMasks, Draft, DraftBodies, DraftBody, Redacted } from "./redacted.js";
export {
  isSecretField,
  KnownSecrets,
  MASK_START,
  redactText,
  redactUrl,
} from "./redaction/index.js";
export * from "./storage/index.js";
export * from "./text/index.js";
export { fromWireError, toWireError } from "./wireErrors.js";
