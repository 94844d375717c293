import {
  confirmationText,
  PAIRING_INFO,
  PAIRING_ITERATIONS,
  type PairingParts,
  pairingTranscript,
} from "@bsk/core";
import { fromHex, toHex } from "./hex.js";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const BITS = 256;

/** This side's half of the key agreement, for one connection. */
export interface KeyHalf {
  /** Uncompressed point of P-256, 130 hex. */
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

export async function drawKeyHalf(): Promise<KeyHalf> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const point = await crypto.subtle.exportKey("raw", publicKey);
  return { publicKey: toHex(new Uint8Array(point)), privateKey };
}

/** What both sides compute of it. */
export interface Agreement {
  /** 64 hex: shared from now on, once the daemon has confirmed. */
  readonly secret: string;
  /** This side's confirmation, 64 hex. */
  readonly confirmation: string;
  /** Whether that is what the daemon of this code would confirm; compared in constant time. */
  isDaemons(confirmation: string): Promise<boolean>;
}

/** Throws when the daemon's point is not on the curve. */
export async function agree(
  { privateKey }: KeyHalf,
  code: string,
  parts: PairingParts,
): Promise<Agreement> {
  const theirs = await crypto.subtle.importKey("raw", fromHex(parts.serverKey), CURVE, true, []);
  const agreed = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, privateKey, BITS);
  const transcript = pairingTranscript(parts);
  const secret = await expand(agreed, transcript, PAIRING_INFO.secret);
  const key = await stretch(code, await expand(agreed, transcript, PAIRING_INFO.salt));
  const text = (role: "daemon" | "extension"): Uint8Array<ArrayBuffer> =>
    bytesOf(confirmationText(role, transcript));
  const confirmation = await crypto.subtle.sign("HMAC", key, text("extension"));
  return {
    secret: toHex(new Uint8Array(secret)),
    confirmation: toHex(new Uint8Array(confirmation)),
    isDaemons: (given) => crypto.subtle.verify("HMAC", key, fromHex(given), text("daemon")),
  };
}

async function expand(agreed: ArrayBuffer, transcript: string, info: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", agreed, "HKDF", false, ["deriveBits"]);
  const salt = bytesOf(transcript);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info: bytesOf(info) };
  return crypto.subtle.deriveBits(algorithm, key, BITS);
}

async function stretch(code: string, salt: ArrayBuffer): Promise<CryptoKey> {
  const password = await crypto.subtle.importKey("raw", bytesOf(code), "PBKDF2", false, [
    "deriveBits",
  ]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations: PAIRING_ITERATIONS };
  const bits = await crypto.subtle.deriveBits(algorithm, password, BITS);
  return crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
