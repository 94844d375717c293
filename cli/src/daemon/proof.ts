import { createHmac, timingSafeEqual } from "node:crypto";
import { type ProofParts, proofText } from "@bsk/core";

/** HMAC-SHA256 of one side's proof text under the shared secret (64 hex), as hex. */
export function prove(secret: string, role: "daemon" | "extension", parts: ProofParts): string {
  return createHmac("sha256", Buffer.from(secret, "hex"))
    .update(proofText(role, parts))
    .digest("hex");
}

/** In constant time, so that an answer's delay tells nothing about the right one. */
export function isSameProof(given: string, expected: string): boolean {
  const a = Buffer.from(given, "hex");
  const b = Buffer.from(expected, "hex");
  return a.length === b.length && timingSafeEqual(a, b);
}
