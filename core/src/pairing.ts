/**
 * What both ends of `bsk pair` must agree on; docs/pairing.md says why it is so.
 *
 * 1. extension → `pair_hello`: its public key, a nonce, its instance id
 * 2. daemon → `pair_offer`: its public key, a nonce
 * 3. extension → `pair_confirm`: HMAC of the transcript under the stretched code
 * 4. daemon → `pair_accept`: the same for its own role, only when (3) was right
 *
 * The extension confirms first: whoever merely knocks at the daemon gets nothing that depends on the code, and each
 * confirmation costs one of five tries. The secret is the ECDH one: the code, learnt later, does not give it.
 */

/** Crockford's base32: no I, L, O, U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

/** How often PBKDF2-SHA-256 stretches the code: a guess costs as much as the honest side's one try. */
export const PAIRING_ITERATIONS = 600_000;

/** Close codes of path `/pair`; they tell the person what to do, and nothing of the code. */
export const PAIRING_CLOSE = { wrongCode: 4010, over: 4011, notValid: 4012 } as const;

export interface PairingParts {
  /** `chrome-extension://<id>`. */
  readonly origin: string;
  /** Of the daemon's socket: a relay on another port cannot pass the frames on. */
  readonly port: number;
  readonly instanceId: string;
  /** 64 hex each. */
  readonly clientNonce: string;
  readonly serverNonce: string;
  /** Uncompressed points of P-256, 130 hex each. */
  readonly clientKey: string;
  readonly serverKey: string;
}

/** All that was said, as one text: the salt of every key that is derived, and what each side confirms. */
export function pairingTranscript(parts: PairingParts): string {
  const { origin, port, instanceId, clientNonce, serverNonce, clientKey, serverKey } = parts;
  const daemon = `ws://127.0.0.1:${port}`;
  const said = [instanceId, clientNonce, serverNonce, clientKey, serverKey];
  return ["bsk-pairing-1", origin, daemon, ...said].join("|");
}

/** What a side confirms; the role keeps one side's confirmation from being sent back as the other's. */
export function confirmationText(role: "daemon" | "extension", transcript: string): string {
  return `${role}|${transcript}`;
}

/** `info` of the two HKDF-SHA-256 outputs (32 bytes) over the ECDH value, salted with the transcript. */
export const PAIRING_INFO = { secret: "bsk-pairing-1 secret", salt: "bsk-pairing-1 salt" } as const;

/** A code of ten digits; `draw` gives a random integer below its argument. */
export function drawPairingCode(draw: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => DIGITS[draw(DIGITS.length)]).join("");
}

/** `ABCDE-FGH12`. */
export function groupPairingCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** What a person typed, as the code it means: any case, O is 0, I and L are 1. Undefined: no code. */
export function readPairingCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const isCode = code.length === CODE_LENGTH && [...code].every((digit) => DIGITS.includes(digit));
  return isCode ? code : undefined;
}
