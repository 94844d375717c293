import { createHmac, webcrypto } from "node:crypto";
import {
  confirmationText,
  PAIRING_INFO,
  PAIRING_ITERATIONS,
  type PairingParts,
  PROTOCOL,
  pairingTranscript,
} from "@bsk/core";
import { WebSocket } from "ws";
import type { Frame } from "./ScriptedExtension.js";
import { until } from "./until.js";

const { subtle } = webcrypto;
const CURVE = { name: "ECDH", namedCurve: "P-256" };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (data: ArrayBuffer | Uint8Array): string =>
  Buffer.from(data instanceof Uint8Array ? data : new Uint8Array(data)).toString("hex");

export interface PairingFacts {
  readonly parts: PairingParts;
  /** What an honest extension of this code sends, and expects back. */
  readonly mine: string;
  readonly theirs: string;
  readonly secret: string;
}

/** An extension on path `/pair`, by WebCrypto, as the real one; the test decides what it sends. */
export class PairingExtension {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly nonce: string = hex(webcrypto.getRandomValues(new Uint8Array(32)));
  closeCode: number | undefined;
  #key: webcrypto.CryptoKeyPair | undefined;

  constructor(
    readonly port: number,
    readonly origin: string,
    readonly instanceId: string = hex(webcrypto.getRandomValues(new Uint8Array(4))),
  ) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/pair`, { origin });
    this.socket.on("message", (data) => this.frames.push(JSON.parse(String(data))));
    this.socket.on("error", () => {
      // A refused upgrade: `closeCode` is 1006 then.
    });
    this.socket.on("close", (code) => {
      this.closeCode = code;
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  async hello(): Promise<Frame> {
    await until(() => this.socket.readyState !== WebSocket.CONNECTING);
    this.#key ??= await subtle.generateKey(CURVE, false, ["deriveBits"]);
    return {
      type: "pair_hello",
      protocol: PROTOCOL,
      instance_id: this.instanceId,
      public_key: hex(await subtle.exportKey("raw", this.#key.publicKey)),
      nonce: this.nonce,
    };
  }

  /** Says hello and gets the offer; nothing is stretched, which takes a while. */
  async offered(): Promise<void> {
    this.send(await this.hello());
    await this.frame("pair_offer");
  }

  /** Says hello and computes what follows from the offer, had the person typed `code`. */
  async facts(code: string, change: Partial<PairingParts> = {}): Promise<PairingFacts> {
    const greeting = await this.hello();
    this.send(greeting);
    const offer = await this.frame("pair_offer");
    return this.computed(code, greeting, offer, change);
  }

  async computed(
    code: string,
    greeting: Frame,
    offer: Frame,
    change: Partial<PairingParts> = {},
  ): Promise<PairingFacts> {
    const parts: PairingParts = {
      origin: this.origin,
      port: this.port,
      instanceId: this.instanceId,
      clientNonce: this.nonce,
      serverNonce: String(offer.nonce),
      clientKey: String(greeting.public_key),
      serverKey: String(offer.public_key),
      ...change,
    };
    const point = Buffer.from(String(offer.public_key), "hex");
    const theirs = await subtle.importKey("raw", point, CURVE, true, []);
    if (!this.#key) throw new Error("no hello was said");
    const agreed = await subtle.deriveBits(
      { name: "ECDH", public: theirs },
      this.#key.privateKey,
      256,
    );
    const transcript = pairingTranscript(parts);
    const base = await subtle.importKey("raw", agreed, "HKDF", false, ["deriveBits"]);
    const expand = (info: string): Promise<ArrayBuffer> =>
      subtle.deriveBits(
        { name: "HKDF", hash: "SHA-256", salt: bytes(transcript), info: bytes(info) },
        base,
        256,
      );
    const password = await subtle.importKey("raw", bytes(code), "PBKDF2", false, ["deriveBits"]);
    const salt = await expand(PAIRING_INFO.salt);
    const key = await subtle.deriveBits(
      { name: "PBKDF2", hash: "SHA-256", salt, iterations: PAIRING_ITERATIONS },
      password,
      256,
    );
    const confirm = (role: "daemon" | "extension"): string =>
      createHmac("sha256", Buffer.from(key))
        .update(confirmationText(role, transcript))
        .digest("hex");
    return {
      parts,
      mine: confirm("extension"),
      theirs: confirm("daemon"),
      secret: hex(await expand(PAIRING_INFO.secret)),
    };
  }

  confirm(proof: unknown): void {
    this.send({ type: "pair_confirm", proof });
  }

  async frame(type: string): Promise<Frame> {
    await until(() => this.frames.some((frame) => frame.type === type));
    const found = this.frames.find((frame) => frame.type === type);
    if (!found) throw new Error(`no ${type}`);
    return found;
  }

  closed(): Promise<void> {
    return until(() => this.closeCode !== undefined, 60_000);
  }

  close(): void {
    this.socket.terminate();
  }
}
