import { createHmac, randomBytes } from "node:crypto";
import { type ProofParts, proofText } from "@bsk/core";

export const SECRET: string = randomBytes(32).toString("hex");

/** What a side that knows the secret answers; made by Node's crypto, not by the code under test. */
export function proof(role: "daemon" | "extension", parts: ProofParts, secret = SECRET): string {
  return createHmac("sha256", Buffer.from(secret, "hex"))
    .update(proofText(role, parts))
    .digest("hex");
}
