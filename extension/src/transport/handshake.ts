import { PROTOCOL } from "@bsk/core";
import {
  type Challenge,
  type Hello,
  type Proof,
  validateChallenge,
  validateWelcome,
  type Welcome,
} from "@bsk/schema";
import type { Pairing } from "./pairing.js";
import { checkProof, drawNonce, importSecret, makeProof } from "./proof.js";

/** The frames of one socket, in order. `receive` rejects when the socket closes. */
export interface FrameChannel {
  send(text: string): void;
  receive(): Promise<unknown>;
}

/** What the extension says of itself. */
export interface Identity {
  /** `chrome-extension://<id>`, as the browser sends it in the Origin header. */
  readonly origin: string;
  readonly version: string;
  readonly build: string;
  readonly product: string;
}

/** Why a daemon was not accepted, in words for the popup. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Mutual proof of the shared secret; nothing else passes before it. Throws `Refusal`. */
export async function handshake(
  channel: FrameChannel,
  pairing: Pairing,
  identity: Identity,
): Promise<Welcome> {
  const { origin, version, build, product } = identity;
  const { instanceId, secret } = pairing;
  const clientNonce = drawNonce();
  const hello: Hello = {
    type: "hello",
    protocol: PROTOCOL,
    instance_id: instanceId,
    nonce: clientNonce,
    version,
    build,
    product,
  };
  channel.send(JSON.stringify(hello));

  const challenge = await next(channel);
  if (!validateChallenge(challenge)) throw new Refusal("the daemon's challenge is not valid");
  refuseOtherProtocol(challenge);
  const key = await importSecret(secret);
  const parts = { origin, instanceId, clientNonce, serverNonce: challenge.nonce };
  if (!(await checkProof(key, challenge.proof, parts))) {
    throw new Refusal("the program on that port does not know the shared secret");
  }
  const proof: Proof = { type: "proof", proof: await makeProof(key, parts) };
  channel.send(JSON.stringify(proof));

  const welcome = await next(channel);
  if (!validateWelcome(welcome)) throw new Refusal("the daemon's welcome is not valid");
  return welcome;
}

/** A daemon that hangs up in mid-handshake has refused this side. */
function next(channel: FrameChannel): Promise<unknown> {
  return channel.receive().catch(() => {
    throw new Refusal("the daemon ended the handshake: it does not accept this browser");
  });
}

/** The major version must be the same. */
function refuseOtherProtocol({ protocol }: Challenge): void {
  if (protocol.split(".")[0] === PROTOCOL.split(".")[0]) return;
  throw new Refusal(
    `the daemon speaks another protocol than ${PROTOCOL}; update the older of the two`,
  );
}
