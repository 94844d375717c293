import { PROTOCOL } from "@bsk/core";
import {
  type PairConfirm,
  type PairHello,
  validatePairAccept,
  validatePairOffer,
} from "@bsk/schema";
import { type FrameChannel, Refusal } from "./handshake.js";
import { drawHex } from "./hex.js";
import { agree, drawKeyHalf } from "./pairKeys.js";

export interface PairAttempt {
  /** As `readPairingCode` gave it. */
  readonly code: string;
  readonly port: number;
  /** `chrome-extension://<id>`, as the browser sends it in the Origin header. */
  readonly origin: string;
  readonly instanceId: string;
}

/**
 * Agrees on a secret with the daemon that printed the code, and returns it, 64 hex. This side confirms first: see
 * docs/pairing.md. Throws `Refusal`, or what `receive` rejects with.
 */
export async function pairHandshake(channel: FrameChannel, attempt: PairAttempt): Promise<string> {
  const { code, port, origin, instanceId } = attempt;
  const half = await drawKeyHalf();
  const clientNonce = drawHex(32);
  const hello: PairHello = {
    type: "pair_hello",
    protocol: PROTOCOL,
    instance_id: instanceId,
    public_key: half.publicKey,
    nonce: clientNonce,
  };
  channel.send(JSON.stringify(hello));

  const offer = await channel.receive();
  if (!validatePairOffer(offer)) throw new Refusal("the daemon's offer is not valid");
  const agreement = await agree(half, code, {
    origin,
    port,
    instanceId,
    clientNonce,
    clientKey: half.publicKey,
    serverNonce: offer.nonce,
    serverKey: offer.public_key,
  }).catch(() => {
    throw new Refusal("the daemon's public key is not valid");
  });
  const confirm: PairConfirm = { type: "pair_confirm", proof: agreement.confirmation };
  channel.send(JSON.stringify(confirm));

  const accept = await channel.receive();
  if (!validatePairAccept(accept)) throw new Refusal("the daemon's answer is not valid");
  if (!(await agreement.isDaemons(accept.proof))) {
    throw new Refusal("the program on that port did not print this code");
  }
  return agreement.secret;
}
