import { type CommonErrors, commonErrors } from "./errors/common.js";
import { type ControlErrors, controlErrors } from "./errors/control.js";
import { type DaemonErrors, daemonErrors } from "./errors/daemon.js";
import { type EvidenceErrors, evidenceErrors } from "./errors/evidence.js";
import { type PageErrors, pageErrors } from "./errors/page.js";
import { type SessionErrors, sessionErrors } from "./errors/session.js";

export { BskError, type BskErrorOptions, type ErrorDetails } from "./errors/BskError.js";
export { foreignError } from "./errors/foreignError.js";

/** One factory for each error, by what it is about. Captured text is never part of a hint. Exit codes: README of @bsk/cli. */
export const errors: ErrorCatalogue = {
  ...commonErrors,
  ...controlErrors,
  ...daemonErrors,
  ...evidenceErrors,
  ...pageErrors,
  ...sessionErrors,
};

export interface ErrorCatalogue
  extends CommonErrors,
    ControlErrors,
    DaemonErrors,
    EvidenceErrors,
    PageErrors,
    SessionErrors {}
