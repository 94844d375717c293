import { BskError } from "./BskError.js";
import { commonErrors } from "./common.js";

/** What a system says of a disk that is full, over its quota, or takes nothing (errno(3)); only writing is told so. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(["EDQUOT", "EFBIG", "ENOSPC", "EROFS"]);

/**
 * Anything thrown, as an error of ours. That a disk takes nothing is no fault of bsk: `file_unwritable`,
 * with the file where the system names it. All else is `internal`.
 */
export function foreignError(error: unknown): BskError {
  if (error instanceof BskError) return error;
  if (!(error instanceof Error)) return commonErrors.internal(String(error), error);
  const {
    code,
    path,
    dest = path,
  } = error as Error & {
    code?: unknown;
    path?: unknown;
    dest?: unknown;
  };
  if (!UNWRITABLE.has(code)) return commonErrors.internal(error.message, error);
  const file = typeof dest === "string" ? dest : "A file of bsk";
  return commonErrors.fileUnwritable(file, `${error.message}.`, "bsk doctor");
}
