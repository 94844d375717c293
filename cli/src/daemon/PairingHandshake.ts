import { randomBytes } from "node:crypto";
import { PAIRING_CLOSE, type PairingParts, PROTOCOL } from "@bsk/core";
import {
  type PairAccept,
  type PairHello,
  type PairOffer,
  validatePairConfirm,
  validatePairHello,
} from "@bsk/schema";
import { major } from "../connection/DaemonIdentity.js";
import type { PairingWindow } from "./PairingWindow.js";
import { confirmations, drawKeyHalf, pairedSecret } from "./pairingKeys.js";
import { isSameProof } from "./proof.js";

/** An extension that knew the code, and the secret that it shares from now on. */
export interface PairedExtension {
  readonly extensionId: string;
  readonly instanceId: string;
  readonly secret: string;
}

export type PairingStep =
  | { readonly kind: "offer"; readonly frame: PairOffer }
  | { readonly kind: "accepted"; readonly frame: PairAccept; readonly extension: PairedExtension }
  /** `reason` is in words of ours; `closeCode` one of PAIRING_CLOSE. */
  | { readonly kind: "refused"; readonly reason: string; readonly closeCode: number };

export interface PairingHandshakeOptions {
  /** Of the upgrade: `chrome-extension://<id>`. */
  readonly origin: string;
  /** Of the daemon's socket. */
  readonly port: number;
  readonly window: PairingWindow;
  /** Undefined, or why this instance of this extension cannot be paired. */
  readonly objection: (instanceId: string, extensionId: string) => string | undefined;
}

interface Offered {
  readonly parts: PairingParts;
  readonly agreed: Buffer;
}

function refused(reason: string, closeCode: number = PAIRING_CLOSE.notValid): PairingStep {
  return { kind: "refused", reason, closeCode };
}

/**
 * The two frames of an extension on path `/pair` and what they answer; one object for one connection, no I/O. Nothing
 * that depends on the code leaves the daemon before the extension has shown that it knows it.
 */
export class PairingHandshake {
  readonly #options: PairingHandshakeOptions;
  #offered: Offered | undefined;
  #hasConfirmed = false;

  constructor(options: PairingHandshakeOptions) {
    this.#options = options;
  }

  /** Takes the next frame. After `accepted` or `refused` it must not be called again. */
  async receive(frame: unknown): Promise<PairingStep> {
    if (!this.#offered) return this.#offer(frame);
    // While the first confirmation is looked at, a second one would be a try that is not counted.
    if (this.#hasConfirmed) return refused("more than one confirmation");
    this.#hasConfirmed = true;
    return await this.#confirm(frame, this.#offered);
  }

  #offer(frame: unknown): PairingStep {
    if (!validatePairHello(frame)) return refused("the first frame is no pair_hello");
    if (major(frame.protocol) !== major(PROTOCOL)) return refused("it speaks another protocol");
    const { objection } = this.#options;
    const reason = objection(frame.instance_id, this.#extensionId());
    if (reason !== undefined) return refused(reason);
    const half = drawKeyHalf();
    const parts = this.#parts(frame, half.publicKey);
    try {
      this.#offered = { parts, agreed: half.agree(frame.public_key) };
    } catch {
      return refused("its public key is not on the curve");
    }
    const { serverKey, serverNonce } = parts;
    return {
      kind: "offer",
      frame: {
        type: "pair_offer",
        protocol: PROTOCOL,
        public_key: serverKey,
        nonce: serverNonce,
      },
    };
  }

  async #confirm(frame: unknown, { parts, agreed }: Offered): Promise<PairingStep> {
    if (!validatePairConfirm(frame)) return refused("the second frame is no pair_confirm");
    const { window } = this.#options;
    if (!window.beginTry()) return refused("no code can be tried now", PAIRING_CLOSE.over);
    const expected = await confirmations(window.code, agreed, parts);
    const isRight = isSameProof(frame.proof, expected.extension);
    if (!window.endTry(isRight)) {
      return isRight
        ? refused("the code had been used up meanwhile", PAIRING_CLOSE.over)
        : refused("a wrong code", PAIRING_CLOSE.wrongCode);
    }
    return {
      kind: "accepted",
      frame: { type: "pair_accept", proof: expected.daemon },
      extension: {
        extensionId: this.#extensionId(),
        instanceId: parts.instanceId,
        secret: pairedSecret(agreed, parts),
      },
    };
  }

  #parts({ instance_id, nonce, public_key }: PairHello, serverKey: string): PairingParts {
    const { origin, port } = this.#options;
    return {
      origin,
      port,
      instanceId: instance_id,
      clientNonce: nonce,
      serverNonce: randomBytes(32).toString("hex"),
      clientKey: public_key,
      serverKey,
    };
  }

  /** The upgrade has checked that the origin is `chrome-extension://<id>`. */
  #extensionId(): string {
    return this.#options.origin.slice("chrome-extension://".length);
  }
}
