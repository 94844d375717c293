import { BskError } from "@bsk/core";

/** The browser refused because a document, a context or a node is not there any more. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof BskError)) return false;
  if (error.code === "cdp_failed") return true;
  // A tab that navigates fails what is pending in it; one that is closed fails the next command too.
  return error.code === "page_gone" && /navigated|lost the frame/.test(error.message);
}
