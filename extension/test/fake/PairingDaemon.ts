import { createECDH, createHmac, hkdfSync, pbkdf2Sync } from "node:crypto";
import {
  confirmationText,
  PAIRING_INFO,
  PAIRING_ITERATIONS,
  type PairingParts,
  pairingTranscript,
} from "@bsk/core";

export interface Hello {
  readonly instance_id: string;
  readonly public_key: string;
  readonly nonce: string;
}

/** The daemon's side of a pairing by Node's crypto, not by the code under test. */
export class PairingDaemon {
  readonly nonce: string = "cd".repeat(32);
  readonly #half = createECDH("prime256v1");
  readonly publicKey: string = this.#half.generateKeys("hex", "uncompressed");

  constructor(
    readonly code: string,
    readonly origin: string,
    readonly port: number,
  ) {}

  offer(change: object = {}): object {
    const fields = { protocol: "1.0", public_key: this.publicKey, nonce: this.nonce };
    return { type: "pair_offer", ...fields, ...change };
  }

  /** What each side confirms, and the secret, of a pairing with that hello. */
  facts(
    { instance_id, public_key, nonce }: Hello,
    change: Partial<PairingParts> = {},
  ): { readonly daemon: string; readonly extension: string; readonly secret: string } {
    const transcript = pairingTranscript({
      origin: this.origin,
      port: this.port,
      instanceId: instance_id,
      clientNonce: nonce,
      clientKey: public_key,
      serverNonce: this.nonce,
      serverKey: this.publicKey,
      ...change,
    });
    const agreed = this.#half.computeSecret(public_key, "hex");
    const expand = (info: string): Buffer =>
      Buffer.from(hkdfSync("sha256", agreed, transcript, info, 32));
    const salt = expand(PAIRING_INFO.salt);
    const key = pbkdf2Sync(this.code, salt, PAIRING_ITERATIONS, 32, "sha256");
    const confirm = (role: "daemon" | "extension"): string =>
      createHmac("sha256", key).update(confirmationText(role, transcript)).digest("hex");
    return {
      daemon: confirm("daemon"),
      extension: confirm("extension"),
      secret: expand(PAIRING_INFO.secret).toString("hex"),
    };
  }
}
