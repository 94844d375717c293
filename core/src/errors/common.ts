import { BskError, type ErrorDetails } from "./BskError.js";
import { make } from "./make.js";

/** What can go wrong anywhere. */
export const commonErrors: CommonErrors = {
  answerTooLarge: (bytes) =>
    make("answer_too_large", 1)(`The answer is larger than ${bytes} bytes.`, undefined, { bytes }),
  cancelled: (what) => make("cancelled", 2)(`${what} was cancelled.`),
  evidenceNotDeclared: (plugin, what) =>
    make("evidence_not_declared", 1)(
      `Plugin "${plugin}" reads ${what} but does not declare it.`,
      undefined,
      { plugin, what },
    ),
  fileExists: (path, hint) =>
    make("file_exists", 1)(`${path} exists; nothing was overwritten.`, hint, { path }),
  fileUnreadable: (path, reason, hint) =>
    make("file_unreadable", 1)(`${path} cannot be read: ${reason}`, hint, { path }),
  fileUnwritable: (path, reason, hint) =>
    make("file_unwritable", 1)(`${path} cannot be written: ${reason}`, hint, { path }),
  internal: (message, cause) =>
    new BskError("internal", `A fault in bsk: ${message}`, {
      exitCode: 3,
      hint: "bsk doctor",
      cause,
    }),
  invalidJson: (what, where, hint) =>
    make("invalid_json", 1)(`${what} is not JSON${where === undefined ? "" : `: ${where}`}.`, hint),
  invalidParams: (what, data, hint) => make("invalid_params", 1)(what, hint, data),
  malformedFrame: (reason) => make("malformed_frame", 2)(`A frame is not valid: ${reason}`),
  pluginFailed: (plugin, message, cause) =>
    new BskError("plugin_failed", `Plugin "${plugin}" failed: ${message}`, {
      exitCode: 3,
      data: { plugin },
      cause,
    }),
  pluginInvalidResult: (plugin, where) =>
    make("plugin_invalid_result", 3)(
      `Plugin "${plugin}" returned what its schema forbids (${where}).`,
      undefined,
      { plugin },
    ),
  timeout: (what, ms, data, hint) =>
    make("timeout", 4)(`${what} took longer than ${ms} ms.`, hint, { ...data, ms }),
  unknownMethod: (method) => make("unknown_method", 5)(`Unknown method ${method}.`, "bsk --help"),
};

export interface CommonErrors {
  answerTooLarge(bytes: number): BskError;
  cancelled(what: string): BskError;
  /** `sessions` have the running captures: whichever is to be stopped first comes first. */
  evidenceNotDeclared(plugin: string, what: string): BskError;
  fileExists(path: string, hint: string): BskError;
  fileUnreadable(path: string, reason: string, hint?: string): BskError;
  fileUnwritable(path: string, reason: string, hint?: string): BskError;
  internal(message: string, cause?: unknown): BskError;
  /** `where` says at which place it breaks. */
  invalidJson(what: string, where?: string, hint?: string): BskError;
  invalidParams(what: string, data?: ErrorDetails, hint?: string): BskError;
  malformedFrame(reason: string): BskError;
  pluginFailed(plugin: string, message: string, cause?: unknown): BskError;
  pluginInvalidResult(plugin: string, where: string): BskError;
  timeout(what: string, ms: number, data?: ErrorDetails, hint?: string): BskError;
  unknownMethod(method: string): BskError;
}
