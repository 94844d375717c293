import { createECDH, createHmac, hkdfSync, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import {
  confirmationText,
  PAIRING_INFO,
  PAIRING_ITERATIONS,
  type PairingParts,
  pairingTranscript,
} from "@bsk/core";

const BYTES = 32;
const stretch = promisify(pbkdf2);

/** One side's half of the key agreement, used for one connection. */
export interface KeyHalf {
  /** Uncompressed point of P-256, 130 hex. */
  readonly publicKey: string;
  /** The value that both sides compute. Throws when the other point is not on the curve. */
  agree(theirs: string): Buffer;
}

export function drawKeyHalf(): KeyHalf {
  const half = createECDH("prime256v1");
  return {
    publicKey: half.generateKeys("hex", "uncompressed"),
    agree: (theirs) => half.computeSecret(theirs, "hex"),
  };
}

function derive(agreed: Buffer, transcript: string, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", agreed, transcript, info, BYTES));
}

/** The secret that the two share from now on, 64 hex. The code has no part in it. */
export function pairedSecret(agreed: Buffer, parts: PairingParts): string {
  return derive(agreed, pairingTranscript(parts), PAIRING_INFO.secret).toString("hex");
}

export interface Confirmations {
  readonly daemon: string;
  readonly extension: string;
}

/** What each side sends to show that it knows the code and agreed on the same value, 64 hex each. */
export async function confirmations(
  code: string,
  agreed: Buffer,
  parts: PairingParts,
): Promise<Confirmations> {
  const transcript = pairingTranscript(parts);
  const salt = derive(agreed, transcript, PAIRING_INFO.salt);
  const key = await stretch(code, salt, PAIRING_ITERATIONS, BYTES, "sha256");
  const confirm = (role: "daemon" | "extension"): string =>
    createHmac("sha256", key).update(confirmationText(role, transcript)).digest("hex");
  return { daemon: confirm("daemon"), extension: confirm("extension") };
}
