import { cutEnd } from "../text/shorten.js";
import { BskError, type ErrorDetails } from "./BskError.js";

type Make = (
  code: string,
  exitCode: number,
) => (message: string, hint?: string, data?: ErrorDetails) => BskError;
/** A factory of one code: message, hint, details. */
export const make: Make = (code, exitCode) => (message, hint, data) =>
  new BskError(code, message, {
    exitCode,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
  });

/** An id as it was given: one that is empty, blank or no word stands in quotes. */
export function named(id: string): string {
  return /^[^\s"']+$/.test(id) ? id : JSON.stringify(cutEnd(id, 80));
}
