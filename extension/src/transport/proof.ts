import { type ProofParts, proofText } from "@bsk/core";
import { drawHex, fromHex, toHex } from "./hex.js";

/** The shared secret as a key of WebCrypto; it cannot be read back. */
export function importSecret(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", fromHex(secret), algorithm, false, ["sign", "verify"]);
}

/** This side's proof that it knows the secret, 64 hex. */
export async function makeProof(key: CryptoKey, parts: ProofParts): Promise<string> {
  const text = new TextEncoder().encode(proofText("extension", parts));
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

/** Whether the daemon knows the secret. `verify` compares in constant time. */
export function checkProof(key: CryptoKey, proof: string, parts: ProofParts): Promise<boolean> {
  const text = new TextEncoder().encode(proofText("daemon", parts));
  return crypto.subtle.verify("HMAC", key, fromHex(proof), text);
}

/** 64 hex, for one connection. */
export function drawNonce(): string {
  return drawHex(32);
}
